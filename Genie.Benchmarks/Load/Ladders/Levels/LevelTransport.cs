using System.Net.Sockets;
using Genie.Benchmarks.Load.Ladders.Levels.Sides;
using Genie.Datagrams;
using Genie.Datagrams.LiteNetLib;

namespace Genie.Benchmarks.Load.Ladders.Levels;

/// <summary>A transport whose overhead levels are measured beside those of others.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Broker">The messaging system with whose ladder it is measured.</param>
/// <param name="Levels">One of each kind, from the least to all.</param>
internal sealed record LevelTransport(string Name, string Broker, IReadOnlyList<TransportLevel> Levels)
{
    private const string Udp = "udp";
    private const string Orleans = "orleans";

    /// <summary>All of them.</summary>
    public static IReadOnlyList<LevelTransport> All { get; } = [OfUdp(), OfTcp(), OfLiteNetLib(), OfOrleans()];

    /// <summary>The level of a kind.</summary>
    public TransportLevel this[LevelKind kind] => Levels[(int)kind];

    /// <summary>The transport of a name.</summary>
    public static LevelTransport Get(string name) => All.First(transport => transport.Name == name);

    private static LevelTransport OfUdp()
    {
        var broker = new BrokerWay(Udp, "wire");
        return new LevelTransport(Udp, Udp,
        [
            new(LevelKind.Socket, null, new SocketWay(ProtocolType.Udp)),
            new(LevelKind.Transport, LevelKind.Socket, new DatagramWay(DatagramTransport.Udp)),
            new(LevelKind.Broker, LevelKind.Transport, broker),
            new(LevelKind.Call, LevelKind.Transport, new CallWay(new DatagramOptions())),
            new(LevelKind.Pipeline, LevelKind.Broker, broker),
        ]);
    }

    private static LevelTransport OfTcp()
    {
        var calls = new CallWay(new DatagramOptions { Transport = DatagramTransport.Tcp });
        return new LevelTransport("tcp", Udp,
        [
            new(LevelKind.Socket, null, new SocketWay(ProtocolType.Tcp)),
            new(LevelKind.Transport, LevelKind.Socket, new DatagramWay(DatagramTransport.Tcp)),
            TransportLevel.None(LevelKind.Broker, "no driver of IBroker goes over the TCP of Genie.Datagrams; the full pipeline is called by RPC"),
            new(LevelKind.Call, LevelKind.Transport, calls),
            new(LevelKind.Pipeline, LevelKind.Call, calls),
        ]);
    }

    private static LevelTransport OfLiteNetLib()
    {
        var broker = new BrokerWay(Udp, "litenetlib");
        return new LevelTransport("litenetlib", Udp,
        [
            new(LevelKind.Socket, null, new SocketWay(ProtocolType.Udp)),
            new(LevelKind.Transport, LevelKind.Socket, new LiteNetWay()),
            new(LevelKind.Broker, LevelKind.Transport, broker),
            new(LevelKind.Call, LevelKind.Transport, new CallWay(new DatagramOptions { TransportFactory = new LiteNetLibTransport() })),
            new(LevelKind.Pipeline, LevelKind.Broker, broker),
        ]);
    }

    private static LevelTransport OfOrleans()
    {
        var broker = new BrokerWay(Orleans, "official");
        return new LevelTransport(Orleans, Orleans,
        [
            new(LevelKind.Socket, null, new SocketWay(ProtocolType.Tcp)),
            TransportLevel.None(LevelKind.Transport, "Orleans' links over TCP carry calls of grains and are not offered without them: such a call is its RPC"),
            new(LevelKind.Broker, LevelKind.Call, broker),
            new(LevelKind.Call, LevelKind.Socket, new GrainWay()),
            new(LevelKind.Pipeline, LevelKind.Broker, broker),
        ]);
    }
}
