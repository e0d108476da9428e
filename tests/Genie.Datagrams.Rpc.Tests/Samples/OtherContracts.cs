using Genie.Datagrams.Packets;

namespace Genie.Datagrams.Rpc.Tests.Samples;

/// <summary>The contract of an interface as another version of the game has it: the same number, another form.</summary>
internal sealed class OtherForm<TService>(RpcContract<TService> contract) : RpcContract<TService>(contract.Name, contract.Id, contract.Fingerprint + 1, contract.Methods) where TService : class
{
    protected override void Invoke(TService service, int method, ref RpcIncoming call) => throw new InvalidOperationException("Nobody gets as far as this.");
}

/// <summary>A service that nobody serves.</summary>
[DatagramService]
public interface ILobby
{
    void Join(int room);

    [return: PacketMember(Min = 0, Max = 100)]
    ValueTask<int> Rooms();
}
