using Genie.Benchmarks.Agents;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Load.Pacing;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Thresholds;
using Genie.Brokers;
using Genie.Faults;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>What <c>genie bench</c> was asked for.</summary>
internal sealed record BenchRequest
{
    /// <summary>The systems that were named; empty for every one that can be had.</summary>
    public required IReadOnlyList<string> Named { get; init; }

    /// <summary>What clients wait for.</summary>
    public required IReadOnlyList<RunMode> Modes { get; init; }

    /// <summary>Numbers of connections, a row each.</summary>
    public required IReadOnlyList<int> Connections { get; init; }

    /// <summary>True where nothing was said about what to measure: every system, with fewer rows for each.</summary>
    public bool IsOverview { get; init; }

    /// <summary>True for a glance of a minute, with little warm-up.</summary>
    public bool Quick { get; init; }

    /// <summary>True where a <see cref="SlicePlan"/> decides what is measured when: nothing was said of time or repetitions, and a closed loop on this machine alone is measured.</summary>
    public bool HasSlices => this is { Repetitions: null, Duration: null, WarmUp: null, Agents: null, Ladder: false, Sweep: null, Until: null, VerifyEffects: false, Rate.IsClosedLoop: true };

    /// <summary>Requests or messages in flight on each connection; null for the default of each mode.</summary>
    public int? InFlight { get; init; }

    /// <summary>The most that a user may ask for: each has a slot of its own, on every connection.</summary>
    public const int InFlightMax = 1 << 20;

    /// <summary>Unconfirmed messages in flight over all connections, where the confirmation comes from elsewhere and nothing was asked.</summary>
    public const int PublishWindow = 256;

    /// <summary>Measured time of a row; null for <see cref="RowTime.Fit"/>.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>Time of the same load before it; null for <see cref="RowTime.Fit"/>.</summary>
    public TimeSpan? WarmUp { get; init; }

    /// <summary>Requests a second over all connections; a closed loop unless asked for.</summary>
    public RateProfile Rate { get; init; } = RateProfile.Constant(0);

    /// <summary>The recorded stream that is sent at its own times, or null.</summary>
    public ReplayChoice? Replay { get; init; }

    /// <summary>The network that is put before every server, or null.</summary>
    public NetworkProfile? Network { get; init; }

    /// <summary>What happens to the server or the network before it while a row is measured.</summary>
    public IReadOnlyList<BenchFault> Faults { get; init; } = [];

    /// <summary>The condition of which the highest rate is searched, or null.</summary>
    public LimitCondition? Until { get; init; }

    /// <summary>In a sweep, the condition at which the most throughput is told; null for no sweep.</summary>
    public LimitCondition? Sweep { get; init; }

    /// <summary>The same where nothing was asked.</summary>
    public const string SweepCondition = "p99 < 10ms";

    /// <summary>Repetitions of a sweep where nothing was asked.</summary>
    public const int SweepRepetitions = 5;

    /// <summary>Its connections where nothing was asked.</summary>
    public const int SweepConnections = 8;

    /// <summary>Round trips in flight on each connection of such a search or sweep: an open loop must not wait for its own answers.</summary>
    public const int SearchInFlight = 64;

    /// <summary>What every row must hold.</summary>
    public IReadOnlyList<Threshold> Thresholds { get; init; } = [];

    /// <summary>Repetitions of each row, each with processes of its own; null for one, or for those of <see cref="HasSlices"/>.</summary>
    public int? Repetitions { get; init; }

    /// <summary><c>wire</c>, <c>official</c>, <c>all</c>, or null for the first that each system has.</summary>
    public string? Client { get; init; }

    /// <summary>The only level to publish to; null for each that a system has.</summary>
    public Confirmation? Confirmation { get; init; }

    /// <summary>What requests mean.</summary>
    public required WorkloadChoice Workload { get; init; }

    /// <summary>Numbers of processes that host the grains, a row each.</summary>
    public IReadOnlyList<int> Nodes { get; init; } = [1];

    /// <summary>Drivers' settings, for each system.</summary>
    public ILookup<string, KeyValuePair<string, string>> Settings { get; init; } =
        Array.Empty<string>().ToLookup(name => name, _ => default(KeyValuePair<string, string>));

    /// <summary>Messages that fire-and-forget may be ahead of the worker where nothing was asked.</summary>
    public const long DefaultBacklog = 65_536;

    /// <summary>The same where every message waits for a disk, or for the next stage of a pipeline to confirm it: more would take longer to drain than to measure.</summary>
    public const long WaitingBacklog = 2_048;

    /// <summary>Messages that fire-and-forget may be ahead of the worker; 0 for no bound, null for the default of the stages.</summary>
    public long? BacklogMessages { get; init; }

    /// <summary>The same where the worker is away for a time, which is to see what waits then.</summary>
    public const long AwayBacklog = 1_000_000;

    /// <summary>What the worker takes longer for each message.</summary>
    public TimeSpan WorkerDelay { get; init; }

    /// <summary>How long the worker is away from the beginning of the measured time on.</summary>
    public TimeSpan WorkerAway { get; init; }

    /// <summary>The most listeners, or stages, of a worker that may be asked for.</summary>
    public const int ListenersMax = 256;

    /// <summary>Listeners that each get every message; 0 for one that is sent to it alone.</summary>
    public int FanOut { get; init; }

    /// <summary>Stages that each message passes, one behind the other.</summary>
    public int PipelineStages { get; init; } = 1;

    /// <summary>Requests that the worker handles at once.</summary>
    public int WorkerConcurrency { get; init; } = 1;

    /// <summary>Channels that each channel is divided into, by the party.</summary>
    public int Partitions { get; init; } = 1;

    /// <summary>True to run handlers and continuations on the threads that read the links.</summary>
    public bool Inline { get; init; }

    /// <summary>True to measure each row again with everything encrypted, right after the plain one.</summary>
    public bool Encrypt { get; init; }

    /// <summary>True to measure what each layer adds: see <see cref="Load.Ladders.LadderStep"/>.</summary>
    public bool Ladder { get; init; }

    /// <summary>True to compare the event store with what was sent.</summary>
    public bool VerifyEffects { get; init; }

    /// <summary>A shell command that starts the worker elsewhere, or null.</summary>
    public string? WorkerCommand { get; init; }

    /// <summary>The agents that run clients and worker, or null for this machine alone.</summary>
    public AgentPlacement? Agents { get; init; }

    /// <summary>A request without answer for this long has failed.</summary>
    public TimeSpan RequestTimeout { get; init; }

    /// <summary>How often what a row has shown so far is written while it is being measured.</summary>
    public TimeSpan Checkpoint { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Where results go.</summary>
    public required string Folder { get; init; }

    /// <summary>The results' file, <c>-</c> for standard output, null for results.json in <see cref="Folder"/>.</summary>
    public string? JsonFile { get; init; }

    /// <summary>The folder in which results are kept for <c>genie history</c>; null for nowhere.</summary>
    public string? HistoryFolder { get; init; }

    /// <summary>True to print errors only.</summary>
    public bool Quiet { get; init; }

    /// <summary>True to report as a Crank job.</summary>
    public bool Crank { get; init; }

    /// <summary>True if missing servers may be installed.</summary>
    public bool Install { get; init; }

    /// <summary>The arguments that say all this, so that a reader can repeat it.</summary>
    public string CommandLine { get; init; } = "";

    /// <summary>The systems in question: those named, else all.</summary>
    public IReadOnlyList<string> Brokers => Named.Count > 0 ? Named : DriverCatalogue.Usual;
}
