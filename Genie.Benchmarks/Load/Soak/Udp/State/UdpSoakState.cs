using System.Text.Json.Serialization;
using Genie.Benchmarks.Load.Soak.Udp.Peers;

namespace Genie.Benchmarks.Load.Soak.Udp.State;

/// <summary>All that a soak needs to go on where it was: it is written every minute. A leg is what one start of the command runs.</summary>
internal sealed record UdpSoakState
{
    private const double RoundingSeconds = 0.001;

    /// <summary>What was asked for.</summary>
    public required UdpSoakPlan Plan { get; init; }

    /// <summary>When the first leg began.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>Seconds that count, of all legs.</summary>
    [JsonPropertyName("elapsed_s")]
    public double ElapsedSeconds { get; init; }

    /// <summary>Legs that were begun.</summary>
    public int Legs { get; init; }

    /// <summary>How the last leg ended; null while it runs, and therefore in what a kill leaves behind.</summary>
    public string? End { get; init; }

    /// <summary>Where one leg ended and the next went on.</summary>
    public IReadOnlyList<SoakInterruption> Interruptions { get; init; } = [];

    /// <summary>What was counted.</summary>
    public UdpSoakCounts Counts { get; init; } = new();

    /// <summary>Latencies of all reliable messages, as HistogramText writes them.</summary>
    public string Latencies { get; init; } = "";

    /// <summary>Readings over time.</summary>
    public IReadOnlyList<SoakSample> Samples { get; init; } = [];

    /// <summary>What happened, the first times, in words.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Reliable messages of interrupted legs of which nobody knows whether they arrived.</summary>
    [JsonIgnore]
    public long Unaccounted => Interruptions.Sum(static interruption => interruption.Unaccounted);

    /// <summary>True if all of the time has passed.</summary>
    [JsonIgnore]
    public bool IsComplete => ElapsedSeconds >= Plan.DurationSeconds - RoundingSeconds;
}

/// <summary>A leg that was followed by another.</summary>
/// <param name="AtSeconds">After how much of the time.</param>
/// <param name="Cause">How it ended.</param>
/// <param name="Unaccounted">Reliable messages under way then, as far as it is known: neither received nor lost.</param>
internal sealed record SoakInterruption([property: JsonPropertyName("at_s")] double AtSeconds, string Cause, long Unaccounted);

/// <summary>A stretch of the time.</summary>
internal sealed record SoakSample
{
    /// <summary>Which leg, from 1.</summary>
    public required int Leg { get; init; }

    /// <summary>The seconds that had passed at its begin.</summary>
    public required int Second { get; init; }

    /// <summary>How many it covers.</summary>
    public required int Seconds { get; init; }

    /// <summary>Reliable messages that arrived in it.</summary>
    public required long Messages { get; init; }

    /// <summary>The median of their latencies, from when they were due to be sent, one way.</summary>
    [JsonPropertyName("p50_us")]
    public required double P50Microseconds { get; init; }

    /// <summary>The 99th percentile.</summary>
    [JsonPropertyName("p99_us")]
    public required double P99Microseconds { get; init; }

    /// <summary>The longest.</summary>
    [JsonPropertyName("max_us")]
    public required double MaxMicroseconds { get; init; }

    /// <summary>The median of the connections' smoothed round trips, as clients measure it.</summary>
    [JsonPropertyName("round_trip_us")]
    public required long RoundTripMicroseconds { get; init; }

    /// <summary>What the clients' process held at its end.</summary>
    public required SoakResources Clients { get; init; }

    /// <summary>What the server's process held.</summary>
    public required SoakResources Server { get; init; }
}
