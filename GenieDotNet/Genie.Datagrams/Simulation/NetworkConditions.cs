using Genie.Faults;

namespace Genie.Datagrams.Simulation;

/// <summary>What a simulated path does to datagrams, in each direction.</summary>
public sealed record NetworkConditions
{
    /// <summary>The same room: a round trip of 1 ms, nothing is lost.</summary>
    public static NetworkConditions Lan { get; } = new() { Latency = NetworkRoundTrips.Lan / 2, Variance = TimeSpan.FromMicroseconds(50) };

    /// <summary>The same continent: a round trip of 35 ms, one datagram in a thousand lost.</summary>
    public static NetworkConditions Continental { get; } = new() { Latency = NetworkRoundTrips.Continental / 2, Variance = TimeSpan.FromMilliseconds(1), Loss = 0.001 };

    /// <summary>Another continent: a round trip of 150 ms, one datagram in a hundred lost.</summary>
    public static NetworkConditions International { get; } = new() { Latency = NetworkRoundTrips.International / 2, Variance = TimeSpan.FromMilliseconds(5), Loss = 0.01 };

    /// <summary>A moving phone: a round trip of 80 ms that varies, 5 Mbit/s, 3 % lost in bursts of 60 ms, some out of order.</summary>
    public static NetworkConditions Mobile { get; } = new()
    {
        Latency = NetworkRoundTrips.Mobile / 2,
        Variance = TimeSpan.FromMilliseconds(15),
        Bursts = BurstLoss.Of(loss: 0.03, meanBurst: TimeSpan.FromMilliseconds(60)),
        Reordering = 0.01,
        BytesASecond = 625_000,
    };

    /// <summary>One way, without what <see cref="Variance"/> and queues add.</summary>
    public TimeSpan Latency { get; init; }

    /// <summary>The standard deviation of what is added to the latency (the absolute value of a normal distribution). Datagrams keep their order.</summary>
    public TimeSpan Variance { get; init; }

    /// <summary>The share of datagrams that are lost, each by itself: 0 to 1.</summary>
    public double Loss { get; init; }

    /// <summary>Losses in bursts, in addition; null for none.</summary>
    public BurstLoss? Bursts { get; init; }

    /// <summary>The share of datagrams that arrive twice.</summary>
    public double Duplication { get; init; }

    /// <summary>The share of datagrams that are held back by <see cref="ReorderingDelay"/> while others overtake them.</summary>
    public double Reordering { get; init; }

    /// <summary>How long a datagram that is to be overtaken waits.</summary>
    public TimeSpan ReorderingDelay { get; init; } = TimeSpan.FromMilliseconds(10);

    /// <summary>What the path carries, with 28 bytes of headers for each datagram; 0 is no limit.</summary>
    public long BytesASecond { get; init; }

    /// <summary>What waits at the bottleneck before datagrams are dropped, bytes.</summary>
    public long QueueBytes { get; init; } = 128 * 1_024;

    /// <summary>Larger datagrams are dropped.</summary>
    public int MaxDatagramBytes { get; init; } = 1_472;
}
