using System.Net;
using Genie.Datagrams;
using Genie.Datagrams.Packets;
using Genie.Datagrams.Rpc;

namespace DatagramLadder.Levels;

/// <summary>What is called.</summary>
[DatagramService]
public interface IEcho
{
    [return: PacketMember(MaxCount = Echoes.MessageBytes)]
    ValueTask<byte[]> Echo([PacketMember(MaxCount = Echoes.MessageBytes)] byte[] message, CancellationToken cancellationToken);
}

/// <summary>A request with its answer by Genie.Datagrams.Rpc.</summary>
internal sealed class CallLevel : ILevel
{
    private readonly DatagramEndpoint _endpoint;
    private readonly EchoClient _calls;

    private CallLevel(DatagramEndpoint endpoint, EchoClient calls) => (_endpoint, _calls) = (endpoint, calls);

    public string Name => "Genie.Datagrams.Rpc";

    public static int Serve()
    {
        var peer = new RpcPeer().Serve(EchoContract.Instance, _ => new Service());
        var endpoint = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), peer);
        endpoint.Start();
        return endpoint.LocalAddress.ToEndPoint().Port;
    }

    public static async Task<CallLevel> ConnectAsync(int port)
    {
        var peer = new RpcPeer().Calls(EchoContract.Instance);
        var endpoint = DatagramEndpoint.OpenClient(peer, null, new IPEndPoint(IPAddress.Loopback, 0));
        endpoint.Start();
        var connection = peer.Connect(endpoint, new IPEndPoint(IPAddress.Loopback, port));
        await connection.Connected;
        return new CallLevel(endpoint, new EchoClient(connection));
    }

    public async ValueTask EchoAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) =>
        Echoes.Check(message, await _calls.Echo(message.ToArray(), cancellationToken));

    public ValueTask DisposeAsync()
    {
        _endpoint.Dispose();
        return ValueTask.CompletedTask;
    }

    private sealed class Service : IEcho
    {
        public ValueTask<byte[]> Echo(byte[] message, CancellationToken cancellationToken) => ValueTask.FromResult(message);
    }
}
