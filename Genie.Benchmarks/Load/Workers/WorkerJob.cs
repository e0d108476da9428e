using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Load.Workers;

/// <summary>What a worker is to do.</summary>
internal sealed record WorkerJob
{
    /// <summary>Where messages come from.</summary>
    public required BrokerChoice Broker { get; init; }

    /// <summary>The channel to listen to.</summary>
    public required string Channel { get; init; }

    /// <summary>What they mean.</summary>
    public required WorkloadChoice Workload { get; init; }

    /// <summary>Handlers running at once. With 1, messages of one sender are handled in the order of arrival.</summary>
    public int Concurrency { get; set; } = 1;

    /// <summary>What each message takes longer, in milliseconds.</summary>
    public double DelayMilliseconds { get; set; }

    /// <summary>True to run handlers on the thread that reads the link.</summary>
    public bool Inline { get; set; }

    /// <summary>True to read the event store for each report.</summary>
    public bool VerifyEffects { get; set; }

    /// <summary>True if the run may have begun before this worker does: others serve it too, or did before they died.</summary>
    public bool JoinsRun { get; set; }

    /// <summary>True if the client encrypts.</summary>
    public bool Encrypt { get; set; }

    /// <summary>Listeners that each get every message; 0 for one that is sent to it alone.</summary>
    public int FanOut { get; set; }

    /// <summary>Stages that each message passes, one behind the other.</summary>
    public int PipelineStages { get; set; } = 1;

    /// <summary>What the client waits for, and so a stage of a pipeline.</summary>
    public RunMode Mode { get; set; }

    /// <summary>The level at which a stage of a pipeline sends.</summary>
    public Confirmation Confirmation { get; set; }

    /// <summary>After this many seconds without answer a stage's request has failed.</summary>
    public double RequestTimeoutSeconds { get; set; } = 10;

    /// <summary>The channel of a stage, from 1.</summary>
    public string ChannelOf(int stage) => stage == 1 ? Channel : $"{Channel}-{stage}";

    /// <summary>Clients that share the worker, each with runs of its own.</summary>
    public int Clients { get; set; } = 1;

    /// <summary>The run whose messages are expected at first.</summary>
    public ulong Run { get; set; }
}
