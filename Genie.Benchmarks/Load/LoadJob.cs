using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Load;

/// <summary>One run to measure: one broker through one client, at one load.</summary>
internal sealed record LoadJob
{
    /// <summary>The system.</summary>
    public required BrokerChoice Broker { get; init; }

    /// <summary>What requests mean.</summary>
    public required WorkloadChoice Workload { get; init; }

    /// <summary>What a client waits for.</summary>
    public required RunMode Mode { get; init; }

    /// <summary>The level to send at.</summary>
    public required Confirmation Confirmation { get; init; }

    /// <summary>Connections, each with a link of its own.</summary>
    public int Connections { get; set; } = 1;

    /// <summary>Requests, or unconfirmed messages, in flight on each connection.</summary>
    public int InFlight { get; set; } = 1;

    /// <summary>The measured time in seconds.</summary>
    public double DurationSeconds { get; set; } = 10;

    /// <summary>Seconds of the same load before it.</summary>
    public double WarmUpSeconds { get; set; } = 2;

    /// <summary>True if <see cref="WarmUpSeconds"/> are the most, and the warm-up ends when the row has settled: see <see cref="Settling"/>.</summary>
    public bool WarmUpSettles { get; set; }

    /// <summary>Measured times that follow one another in one join, each a row of its own with the next <see cref="Repetition"/>; 0 for a warm-up alone, which gives none.</summary>
    public int Slices { get; set; } = 1;

    /// <summary>Rows that the measuring process has measured before; it knows best.</summary>
    public int RowsBefore { get; set; }

    /// <summary>Requests a second over all connections, in the mean; 0 for a closed loop.</summary>
    public double RatePerSecond { get; set; }

    /// <summary>How the rate changes in the measured time, as <see cref="Pacing.RateProfile.Parse"/> reads it; null for one that does not. The warm-up has the mean rate.</summary>
    public string? RateStages { get; set; }

    /// <summary>The recorded stream whose times messages have in the measured time, of which <see cref="RatePerSecond"/> is the mean; null for none.</summary>
    public ReplayChoice? Replay { get; set; }

    /// <summary>The condition of which the highest rate that holds it is searched: see <see cref="Limits.LimitCondition"/>; null for none.</summary>
    public string? Until { get; set; }

    /// <summary>Messages that publishers may be ahead of the worker; 0 for no bound.</summary>
    public long BacklogMessages { get; set; } = 65_536;

    /// <summary>Handlers that run at once in the worker.</summary>
    public int WorkerConcurrency { get; set; } = 1;

    /// <summary>What the worker takes longer for each message, in milliseconds.</summary>
    public double WorkerDelayMilliseconds { get; set; }

    /// <summary>How long the worker does not listen from the beginning of the measured time on, in seconds; for publishing only.</summary>
    public double WorkerAwaySeconds { get; set; }

    /// <summary>Listeners that each get every message; 0 for one that is sent to it alone. For publishing only.</summary>
    public int FanOut { get; set; }

    /// <summary>Stages that each message passes, one behind the other, each over the system.</summary>
    public int PipelineStages { get; set; } = 1;

    /// <summary>True to run handlers and continuations on the threads that read the links.</summary>
    public bool Inline { get; set; }

    /// <summary>True to compare the event store with what was sent.</summary>
    public bool VerifyEffects { get; set; }

    /// <summary>True to encrypt what goes through the system: see <see cref="Genie.Brokers.Encryption.EncryptedBroker"/>.</summary>
    public bool Encrypt { get; set; }

    /// <summary>The network that stands before the server, by its name; null for none.</summary>
    public string? Network { get; set; }

    /// <summary>What happens to the network, or to the server, while it is measured, and when: <c>3s reset</c>.</summary>
    public IReadOnlyList<string> Faults { get; set; } = [];

    /// <summary>A shell command that starts the worker, for other hosts; null for a process beside the load.</summary>
    public string? WorkerCommand { get; set; }

    /// <summary>The channel, where several clients share one; null for one that nobody else has.</summary>
    public string? Channel { get; set; }

    /// <summary>This client's share of <see cref="RateStages"/>; <see cref="RatePerSecond"/> is its own already.</summary>
    public double RateShare { get; set; } = 1;

    /// <summary>After this many seconds without answer a request has failed.</summary>
    public double RequestTimeoutSeconds { get; set; } = 10;

    /// <summary>What was measured so far is reported every so many seconds.</summary>
    public double CheckpointSeconds { get; set; } = 10;

    /// <summary>Which repetition of the same load this is, from 1.</summary>
    public int Repetition { get; set; } = 1;

    /// <summary>How many repetitions there are; 0 where each stands for itself.</summary>
    public int Repetitions { get; set; }

    /// <summary>True if people see its last row when it ends: not of a warm-up, and of several turns of one row only of the last.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public bool IsShown => Slices > 0 && Repetition + Slices > Repetitions;

    /// <summary>Which pair of processes measures it; jobs of different pairs never share theirs.</summary>
    public int Pair { get; set; } = 1;

    /// <summary>The round of a sweep in which it is measured, from 1; 0 elsewhere.</summary>
    public int Round { get; set; }
}
