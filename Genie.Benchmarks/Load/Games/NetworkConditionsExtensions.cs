using Genie.Datagrams.Simulation;
using Genie.Faults;

namespace Genie.Benchmarks.Load.Games;

/// <summary>What a game asks of a network's conditions.</summary>
internal static class NetworkConditionsExtensions
{
    /// <summary>Both ways, without what varies and what queues add.</summary>
    public static TimeSpan RoundTrip(this NetworkConditions conditions) => 2 * conditions.Latency;

    /// <summary>The share of datagrams that is lost in the long run, each by itself or in bursts.</summary>
    public static double LossShare(this NetworkConditions conditions)
    {
        if (conditions.Bursts is not { } bursts) return conditions.Loss;
        var bad = bursts.MeanBad / (bursts.MeanGood + bursts.MeanBad);
        return 1 - ((1 - conditions.Loss) * (1 - ((1 - bad) * bursts.LossInGood) - (bad * bursts.LossInBad)));
    }

    /// <summary>The same with another loss.</summary>
    /// <param name="conditions">The network.</param>
    /// <param name="share">The share that is lost.</param>
    /// <param name="meanBurst">How long a burst of it lasts; null where each datagram is lost by itself.</param>
    public static NetworkConditions Losing(this NetworkConditions conditions, double share, TimeSpan? meanBurst) => meanBurst is { } burst && share > 0
        ? conditions with { Loss = 0, Bursts = BurstLoss.Of(share, burst) }
        : conditions with { Loss = share, Bursts = null };

    /// <summary>The same of a proxy, which has bursts of packets instead of a time, and a bandwidth for all clients of a socket: it has neither here.</summary>
    public static NetworkProfile ToProfile(this NetworkConditions conditions) => new()
    {
        Name = "game",
        RoundTrip = conditions.RoundTrip(),
        Jitter = conditions.Variance,
        Loss = PacketLoss.Uniform(conditions.Loss),
        Duplication = conditions.Duplication,
        Reordering = conditions.Reordering,
        DatagramBytesLimit = conditions.MaxDatagramBytes,
    };
}
