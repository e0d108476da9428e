using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Tests.Load.Sweeps;

/// <summary>A system whose saturation is known: latency is steady up to it, and beyond it a queue grows while no more than that is answered.</summary>
/// <param name="Name">The system's name.</param>
/// <param name="CapacityPerSecond">What it can answer.</param>
internal sealed record SimulatedSystem(string Name, double CapacityPerSecond)
{
    /// <summary>The share of its capacity from which on latency rises (1: never before it is reached).</summary>
    public double BendShare { get; init; } = 1;

    /// <summary>True if it loses messages beyond its capacity, instead of answering late.</summary>
    public bool Loses { get; init; }

    /// <summary>Its median latency while there is room.</summary>
    public double P50Microseconds { get; init; } = 100;

    public LoadJob Template => new()
    {
        Broker = new BrokerChoice { Broker = Name, Client = "wire" },
        Workload = new WorkloadChoice(),
        Mode = RunMode.RoundTrip,
        Confirmation = Confirmation.Buffered,
        Connections = 8,
        InFlight = 64,
    };

    /// <summary>The row of a job; <paramref name="wobble"/> is what its figures vary by.</summary>
    public RunRow Measure(LoadJob job, double wobble = 1)
    {
        var isBeyond = job.RatePerSecond > CapacityPerSecond;
        var p50 = P50Microseconds * wobble * (isBeyond ? 1_000 : job.RatePerSecond > CapacityPerSecond * BendShare ? 20 : 1);
        return new RunRow
        {
            Broker = Name,
            Client = "wire",
            Mode = RunMode.RoundTrip,
            Confirmation = Confirmation.Buffered,
            Connections = job.Connections,
            InFlight = job.InFlight,
            Repetition = job.Repetition,
            Round = job.Round,
            RateAsked = job.RatePerSecond,
            Requests = 1_000,
            ThroughputPerSecond = isBeyond && !Loses ? CapacityPerSecond * wobble : job.RatePerSecond,
            LatencyMicroseconds = new LatencyFigures { P50 = p50, P99 = p50 * 4, P999 = p50 * 5, Max = p50 * 9, Mean = p50 },
            Valid = !(isBeyond && Loses),
            Marks = isBeyond && Loses ? [new RowMark(RowMarkKinds.Ledger, "3 lost")] : [],
        };
    }
}
