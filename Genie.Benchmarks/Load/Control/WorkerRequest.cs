using Genie.Benchmarks.Load.Workers;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load.Control;

/// <summary>What a client asks of its worker process; each is answered by one <see cref="WorkerReply"/>.</summary>
internal sealed record WorkerRequest
{
    /// <summary>What to do.</summary>
    public required WorkerVerb Verb { get; init; }

    /// <summary>For <see cref="WorkerVerb.Listen"/>.</summary>
    public WorkerJob? Job { get; set; }

    /// <summary>For <see cref="WorkerVerb.Begin"/>.</summary>
    public ulong Run { get; set; }

    /// <summary>Which of the clients that share the worker asks, from 0.</summary>
    public int Client { get; set; }

    /// <summary>For <see cref="WorkerVerb.Begin"/>: how far the worker's monotonic clock is ahead of that client's, in nanoseconds, where one-way times are wanted; else null.</summary>
    public long? ClockOffsetNanoseconds { get; set; }
}

/// <summary>The verbs of <see cref="WorkerRequest"/>.</summary>
internal enum WorkerVerb
{
    /// <summary>Start listening.</summary>
    Listen,

    /// <summary>Open a new ledger.</summary>
    Begin,

    /// <summary>Stop listening for a time.</summary>
    Pause,

    /// <summary>Listen again.</summary>
    Resume,

    /// <summary>Say how many messages were received.</summary>
    Received,

    /// <summary>Say what the process holds.</summary>
    Resources,

    /// <summary>Report on the run.</summary>
    Report,

    /// <summary>Stop listening, and be ready for another job.</summary>
    Rest,
}

/// <summary>A worker's answer.</summary>
internal sealed record WorkerReply
{
    /// <summary>Why it could not be done, or null.</summary>
    public string? Error { get; set; }

    /// <summary>True if the same request may succeed later.</summary>
    public bool IsTransient { get; set; }

    /// <summary>For <see cref="WorkerVerb.Listen"/> of a job that is encrypted: who listens, in hexadecimal.</summary>
    public string? Identity { get; set; }

    /// <summary>Different messages of the run received by now.</summary>
    public long Received { get; set; }

    /// <summary>What the worker's runtime has compiled by now, as time, in milliseconds.</summary>
    public double CompileMilliseconds { get; set; }

    /// <summary>For <see cref="WorkerVerb.Resources"/>.</summary>
    public ResourcePoint? Resources { get; set; }

    /// <summary>For <see cref="WorkerVerb.Report"/>.</summary>
    public WorkerReport? Report { get; set; }
}
