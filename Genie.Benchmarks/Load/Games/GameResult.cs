using System.Text.Json.Serialization;
using Genie.Benchmarks.Load.Games.Transports;
using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Load.Games;

/// <summary>What a game's clients got to see. Units are in the names.</summary>
internal sealed record GameResult
{
    /// <summary>The <see cref="Transport"/> of a simulated network.</summary>
    public const string Simulated = "simulated";

    private const double NanosecondsPerMicrosecond = 1e3;
    private const double MicrosecondsPerMillisecond = 1e3;

    /// <summary>Which game.</summary>
    public required string Workload { get; init; }

    /// <summary>simulated, or one of <see cref="GameTransports.Names"/>.</summary>
    public required string Transport { get; init; }

    /// <summary>What was between the clients and the server; null for nothing.</summary>
    public GameNetwork? Network { get; init; }

    /// <summary>Encrypted or not.</summary>
    public required bool Encrypted { get; init; }

    /// <summary>States a second of each client, and ticks a second of the server.</summary>
    public required int RateHertz { get; init; }

    /// <summary>Reliable events a second of each client.</summary>
    public required double EventsPerSecond { get; init; }

    /// <summary>Clients that were to play.</summary>
    public required int Clients { get; init; }

    /// <summary>Of those, the ones that could not connect or lost their connection.</summary>
    public required int ClientsLost { get; init; }

    /// <summary>How long they sent, in the time of the network.</summary>
    public required double DurationSeconds { get; init; }

    /// <summary>How long all of it took on the machine.</summary>
    public required double ElapsedSeconds { get; init; }

    /// <summary>Messages sent by both sides.</summary>
    public required long MessagesSent { get; init; }

    /// <summary>States that others in the room sent between the first and the last one seen.</summary>
    public required long Updates { get; init; }

    /// <summary>Of those, the ones that were seen; the others were lost, or a newer one was there first.</summary>
    public required long UpdatesSeen { get; init; }

    /// <summary>Of the seen ones, those that were older than <see cref="LateAfterMilliseconds"/>.</summary>
    public required long UpdatesLate { get; init; }

    /// <summary>When a state is late.</summary>
    [JsonPropertyName("late_after_ms")]
    public required double LateAfterMilliseconds { get; init; }

    /// <summary>Receptions of reliable events that had to be.</summary>
    public required long Events { get; init; }

    /// <summary>Those that were.</summary>
    public required long EventsReceived { get; init; }

    /// <summary>Events that came again.</summary>
    public required long EventsDoubled { get; init; }

    /// <summary>Events before which others were missing.</summary>
    public required long EventsOutOfOrder { get; init; }

    /// <summary>Messages that are none of the game's.</summary>
    public required long Malformed { get; init; }

    /// <summary>Ages of states when they were seen, from when they were due to be sent.</summary>
    [JsonPropertyName("update_latency_us")]
    public required GameLatency UpdateLatency { get; init; }

    /// <summary>Ages of events.</summary>
    [JsonPropertyName("event_latency_us")]
    public required GameLatency EventLatency { get; init; }

    /// <summary>The 99th percentile of the ages of events in round trips of the network; null where it takes no time. An event goes to the server and from there to the others: one round trip, if nothing is lost.</summary>
    public double? EventP99RoundTrips => Network is { RoundTripMilliseconds: > 0 and var roundTrip } ? EventLatency.P99 / (MicrosecondsPerMillisecond * roundTrip) : null;

    /// <summary>Jain's index over the clients' mean ages of states: 1 if all see the others equally soon, 1/n if one client has all the delay (Jain, Chiu and Hawe, DEC-TR-301, 1984).</summary>
    public required double Fairness { get; init; }

    /// <summary>Over sockets: processor time of both sides for each message sent, or 0.</summary>
    [JsonPropertyName("cpu_us_per_message")]
    public double CpuMicrosecondsPerMessage { get; init; }

    /// <summary>Over sockets: how much later than planned the clients' last tick was.</summary>
    [JsonPropertyName("behind_us")]
    public long BehindMicroseconds { get; init; }

    /// <summary>True if everybody played to the end and saw each event once, in order.</summary>
    public bool Held => ClientsLost == 0 && EventsReceived == Events && EventsDoubled + EventsOutOfOrder + Malformed == 0;

    /// <summary>Of a game that is over.</summary>
    public static GameResult Of(GamePlan plan, GameClients clients, GameServer server, TimeSpan elapsed) => new()
    {
        Workload = plan.Workload.Name,
        Transport = plan.IsSimulated ? Simulated : plan.Transport.Name(),
        Network = plan.Network is { } network ? GameNetwork.Of(network) : null,
        Encrypted = plan.Encrypted,
        RateHertz = plan.Workload.RateHertz,
        EventsPerSecond = plan.Workload.EventsPerSecond,
        Clients = plan.Clients,
        ClientsLost = clients.Ended,
        DurationSeconds = plan.Duration.TotalSeconds,
        ElapsedSeconds = elapsed.TotalSeconds,
        MessagesSent = clients.All.Sum(static client => client.Sent) + server.Sent,
        Updates = clients.All.Sum(static client => client.UpdatesToSee),
        UpdatesSeen = clients.All.Sum(static client => client.UpdatesSeen),
        UpdatesLate = clients.Score.LateUpdates,
        LateAfterMilliseconds = plan.LateAfter.TotalMilliseconds,
        Events = clients.Score.EventsExpected,
        EventsReceived = clients.Score.EventsReceived,
        EventsDoubled = clients.Score.DoubledEvents,
        EventsOutOfOrder = clients.Score.EventsOutOfOrder,
        Malformed = clients.Score.Malformed + server.Malformed,
        UpdateLatency = GameLatency.Of(clients.Score.UpdateLatencies),
        EventLatency = GameLatency.Of(clients.Score.EventLatencies),
        Fairness = JainIndex([.. clients.All.Where(static client => client.Ages.Count > 0).Select(static client => (double)client.Ages.SumMicroseconds / client.Ages.Count)]),
    };

    /// <summary>The square of the sum over n times the sum of squares; 1 of nothing.</summary>
    internal static double JainIndex(IReadOnlyList<double> values)
    {
        var (sum, squares) = (values.Sum(), values.Sum(static value => value * value));
        return squares == 0 ? 1 : sum * sum / (values.Count * squares);
    }

    /// <summary>Latencies in microseconds.</summary>
    internal sealed record GameLatency(double P50, double P99, double Max)
    {
        /// <summary>Of a histogram.</summary>
        public static GameLatency Of(LatencyHistogram latencies) => new(
            latencies.ValueAtPercentile(50) / NanosecondsPerMicrosecond, latencies.ValueAtPercentile(99) / NanosecondsPerMicrosecond, latencies.MaxNanoseconds / NanosecondsPerMicrosecond);
    }
}
