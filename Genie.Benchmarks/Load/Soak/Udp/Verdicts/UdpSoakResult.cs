using System.Text.Json;
using System.Text.Json.Serialization;
using Genie.Benchmarks.Load.Soak.Udp.State;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load.Soak.Udp.Verdicts;

/// <summary>A soak's result, for programs. Units are in the names.</summary>
internal sealed record UdpSoakResult
{
    private const int CurrentSchema = 1;
    private const double NanosecondsPerMicrosecond = 1e3;

    /// <summary>The format's version.</summary>
    public int Schema { get; init; } = CurrentSchema;

    /// <summary>The machine that measured.</summary>
    public required MachineFacts Machine { get; init; }

    /// <summary>What the whole machine did in the last leg.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public MachineLoadFigures? MachineLoad { get; init; }

    /// <summary>True if it holds.</summary>
    public required bool Held { get; init; }

    /// <summary>True if all of the time has passed; false: the verdict is that of the time so far.</summary>
    public required bool Complete { get; init; }

    /// <summary>Why it does not hold.</summary>
    public required IReadOnlyList<string> Reasons { get; init; }

    /// <summary>What drifted, latencies too.</summary>
    public required IReadOnlyList<string> Drifts { get; init; }

    /// <summary>False if it was too short to tell whether memory is flat.</summary>
    public required bool MemoryJudged { get; init; }

    /// <summary>Latencies of reliable messages, one way, from when they were due to be sent.</summary>
    [JsonPropertyName("latency_us")]
    public required LatencyFigures Latency { get; init; }

    /// <summary>Everything else.</summary>
    public required UdpSoakState Soak { get; init; }

    /// <summary>The result of a state.</summary>
    public static UdpSoakResult Of(UdpSoakState state, MachineFacts machine, MachineLoadFigures? load)
    {
        var (verdict, latencies) = (UdpSoakVerdict.Of(state), HistogramText.Read(state.Latencies));
        return new UdpSoakResult
        {
            Machine = machine,
            MachineLoad = load,
            Held = verdict.IsHeld,
            Complete = state.IsComplete,
            Reasons = verdict.Reasons,
            Drifts = verdict.Drifts,
            MemoryJudged = verdict.IsMemoryJudged,
            Latency = new LatencyFigures
            {
                Mean = latencies.MeanNanoseconds / NanosecondsPerMicrosecond,
                P50 = latencies.ValueAtPercentile(50) / NanosecondsPerMicrosecond,
                P90 = latencies.ValueAtPercentile(90) / NanosecondsPerMicrosecond,
                P99 = latencies.ValueAtPercentile(99) / NanosecondsPerMicrosecond,
                P999 = latencies.ValueAtPercentile(99.9) / NanosecondsPerMicrosecond,
                Max = latencies.MaxNanoseconds / NanosecondsPerMicrosecond,
            },
            Soak = state,
        };
    }

    /// <summary>As JSON.</summary>
    public string ToJson() => JsonSerializer.Serialize(this, SoakResultJsonContext.Default.UdpSoakResult);
}
