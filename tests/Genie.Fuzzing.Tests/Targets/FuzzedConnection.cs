using Genie.Datagrams;
using Genie.Datagrams.Protocol;
using Genie.Datagrams.Simulation;
using Genie.Datagrams.Udp;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>A server's connection in the clear, on a simulated network, that is given packets in the place of its client.</summary>
internal sealed class FuzzedConnection
{
    private readonly SimulatedNetwork _network = new(NetworkConditions.Lan, seed: 3);
    private readonly DatagramDecoders.Quiet _handler = new();
    private readonly DatagramEndpoint _server;
    private readonly DatagramEndpoint _client;
    private uint _number = 10_000;

    public FuzzedConnection(DatagramOptions options)
    {
        _server = _network.Open(_handler, options, isListening: true);
        _client = _network.Open(new DatagramDecoders.Quiet(), options);
        _client.Connect(_server.LocalAddress.ToEndPoint());
        _network.RunUntil(() => _handler.Connection is not null, TimeSpan.FromSeconds(5));
        _network.Filter = (_, from, _) => from != _server.LocalAddress;
    }

    public bool IsOpen => _handler.Connection?.State == ConnectionState.Connected;

    /// <summary>Sends a packet with these frames.</summary>
    /// <returns>What became of it.</returns>
    public string Feed(byte[] frames)
    {
        var connection = (UdpConnection)_handler.Connection!;
        var packet = new byte[PacketFormat.HeaderBytes + Math.Min(frames.Length, PacketFormat.BaseDatagramBytes)];
        var writer = new WireWriter(packet);
        writer.Write(PacketFormat.DataBit);
        writer.Write(connection.LocalId);
        writer.Write(_number++);
        writer.Write(frames.AsSpan(0, packet.Length - PacketFormat.HeaderBytes));
        var (messages, received) = (_handler.Messages, connection.GetStatistics().PacketsReceived);
        _network.Inject(packet, _client.LocalAddress.ToEndPoint(), _server.LocalAddress.ToEndPoint());
        _network.RunFor(TimeSpan.FromMilliseconds(1));
        return $"{_handler.Messages - messages} {connection.GetStatistics().PacketsReceived > received} {connection.EndReason}";
    }
}
