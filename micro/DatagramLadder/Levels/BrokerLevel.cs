using System.Buffers;
using System.Globalization;
using System.Net.Sockets;
using Genie.Brokers;
using Genie.Brokers.Udp;

namespace DatagramLadder.Levels;

/// <summary>A request through IBroker: correlation, ledger, flow control, as for every system.</summary>
internal sealed class BrokerLevel : ILevel
{
    private const string Channel = "echo";

    private readonly IBroker _broker;
    private readonly IBrokerConnection _connection;

    private BrokerLevel(string name, IBroker broker, IBrokerConnection connection) => (Name, _broker, _connection) = (name, broker, connection);

    public string Name { get; }

    public static async Task<int> ServeAsync(bool isLiteNet)
    {
        var port = FreePort.Pick(SocketType.Dgram);
        await Create(isLiteNet, port).ListenAsync(Channel, new ListenOptions(), EchoAsync, CancellationToken.None);
        return port;
    }

    public static async Task<BrokerLevel> ConnectAsync(bool isLiteNet, int port)
    {
        var broker = Create(isLiteNet, port);
        return new BrokerLevel(isLiteNet ? "IBroker on LiteNetLib" : "IBroker on Genie.Datagrams", broker, await broker.ConnectAsync(Channel, new ConnectionOptions(), CancellationToken.None));
    }

    public async ValueTask EchoAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        using var reply = await _connection.RequestAsync(message, cancellationToken);
        Echoes.Check(message, reply.Payload.Span);
    }

    public async ValueTask DisposeAsync()
    {
        await _connection.DisposeAsync();
        await _broker.DisposeAsync();
    }

    private static IBroker Create(bool isLiteNet, int port) =>
        UdpDrivers.All[isLiteNet ? 1 : 0].Create(new UdpOptions { Url = new Uri(string.Create(CultureInfo.InvariantCulture, $"udp://127.0.0.1:{port}")) });

    private static ValueTask EchoAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        foreach (var part in message) reply.Write(part.Span);
        return ValueTask.CompletedTask;
    }
}
