using Genie.Datagrams.Rpc;

namespace Genie.Datagrams.Zones.Tests.World;

/// <summary>A service of the application's own, at every server.</summary>
[DatagramService(101)]
public interface IShop
{
    /// <summary>Which entity of the caller's is here, or 0.</summary>
    [MethodId(1)]
    ValueTask<ulong> Who(CancellationToken cancellationToken);

    /// <summary>The server's name.</summary>
    [MethodId(2)]
    [return: Packets.PacketMember(MaxBytes = 100)]
    ValueTask<string?> Where(CancellationToken cancellationToken);
}

/// <summary>Of one connection.</summary>
internal sealed class Shop(ZoneServer server, RpcConnection caller) : IShop
{
    public ValueTask<ulong> Who(CancellationToken cancellationToken)
    {
        var answer = new TaskCompletionSource<ulong>();
        server.Invoke(caller, entity => answer.SetResult(entity is not null && entity.Client == caller ? entity.Id : 0));
        return new(answer.Task);
    }

    public ValueTask<string?> Where(CancellationToken cancellationToken) => ValueTask.FromResult<string?>(server.Self?.Name);
}
