using Genie.Benchmarks.Load.Soak.Udp.Ledger;
using Genie.Benchmarks.Load.Soak.Udp.Peers;
using Genie.Faults;

namespace Genie.Benchmarks.Load.Soak.Udp.State;

/// <summary>What was counted, of both sides and directions together.</summary>
internal sealed record UdpSoakCounts
{
    /// <summary>Messages sent, by <see cref="SoakStream"/>.</summary>
    public long[] Sent { get; init; } = new long[SoakStreams.Count];

    /// <summary>Different intact messages received, by stream.</summary>
    public long[] Received { get; init; } = new long[SoakStreams.Count];

    /// <summary>What must not be.</summary>
    public SoakAnomalies Anomalies { get; init; } = new();

    /// <summary>What connections measured.</summary>
    public SoakTraffic Traffic { get; init; } = new();

    /// <summary>What the network did.</summary>
    public SoakNetwork Network { get; init; } = new();

    /// <summary>Messages that were not sent, as too much waited already.</summary>
    public long Refused { get; init; }

    /// <summary>Ticks left out.</summary>
    public long SkippedTicks { get; init; }

    /// <summary>Reliable messages that are neither received nor known to be lost.</summary>
    /// <param name="unaccounted">Those of earlier legs, that nobody will ever know about.</param>
    public long UnderWay(long unaccounted) => SoakStreams.OfReliable(Sent) - SoakStreams.OfReliable(Received) - Anomalies.Lost - unaccounted;

    /// <summary>What a leg has counted.</summary>
    /// <param name="clients">The clients' last reading.</param>
    /// <param name="server">The server's.</param>
    /// <param name="network">The proxy's.</param>
    /// <param name="isDrained">True if nothing is under way any more: what is missing now is lost.</param>
    public static UdpSoakCounts Of(SoakReading clients, SoakReading server, FaultCounts network, bool isDrained)
    {
        var counts = new UdpSoakCounts
        {
            Sent = Add(clients.Sent, server.Sent),
            Received = Add(clients.Received, server.Received),

            // Both sides see the end of one connection.
            Anomalies = clients.Anomalies + server.Anomalies with { Disconnects = Math.Max(clients.Anomalies.Disconnects, server.Anomalies.Disconnects) - clients.Anomalies.Disconnects },
            Traffic = clients.Traffic + server.Traffic,
            Network = SoakNetwork.Of(network),
            Refused = clients.Refused + server.Refused,
            SkippedTicks = clients.SkippedTicks + server.SkippedTicks,
        };
        return isDrained ? counts with { Anomalies = counts.Anomalies with { Lost = SoakStreams.OfReliable(counts.Sent) - SoakStreams.OfReliable(counts.Received) } } : counts;
    }

    /// <summary>Both.</summary>
    public static UdpSoakCounts operator +(UdpSoakCounts one, UdpSoakCounts other) => new()
    {
        Sent = Add(one.Sent, other.Sent),
        Received = Add(one.Received, other.Received),
        Anomalies = one.Anomalies + other.Anomalies,
        Traffic = one.Traffic + other.Traffic,
        Network = one.Network + other.Network,
        Refused = one.Refused + other.Refused,
        SkippedTicks = one.SkippedTicks + other.SkippedTicks,
    };

    private static long[] Add(long[] one, long[] other) => [.. one.Zip(other, static (a, b) => a + b)];
}

/// <summary>What the network in between did to datagrams.</summary>
internal sealed record SoakNetwork
{
    /// <summary>Datagrams that came.</summary>
    public long Datagrams { get; init; }

    /// <summary>Lost by lot.</summary>
    public long Lost { get; init; }

    /// <summary>Delivered twice.</summary>
    public long Duplicated { get; init; }

    /// <summary>Overtaken.</summary>
    public long Reordered { get; init; }

    /// <summary>Larger than it takes.</summary>
    public long TooLarge { get; init; }

    /// <summary>Lost as its queue was full.</summary>
    public long Overflowed { get; init; }

    /// <summary>Of a proxy.</summary>
    public static SoakNetwork Of(FaultCounts counts) => new()
    {
        Datagrams = counts.Datagrams,
        Lost = counts.Lost,
        Duplicated = counts.Duplicated,
        Reordered = counts.Reordered,
        TooLarge = counts.TooLarge,
        Overflowed = counts.Overflowed,
    };

    /// <summary>Both.</summary>
    public static SoakNetwork operator +(SoakNetwork one, SoakNetwork other) => new()
    {
        Datagrams = one.Datagrams + other.Datagrams,
        Lost = one.Lost + other.Lost,
        Duplicated = one.Duplicated + other.Duplicated,
        Reordered = one.Reordered + other.Reordered,
        TooLarge = one.TooLarge + other.TooLarge,
        Overflowed = one.Overflowed + other.Overflowed,
    };
}
