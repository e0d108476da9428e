using Genie.Benchmarks.Load.Control;

namespace Genie.Benchmarks.Load.Crews;

/// <summary>What a client of a crew is told; one of its members is set.</summary>
internal sealed record SeatOrder
{
    /// <summary>A row to measure.</summary>
    public LoadJob? Job { get; set; }

    /// <summary>The worker's answer to <see cref="SeatReport.Ask"/>.</summary>
    public WorkerReply? Reply { get; set; }

    /// <summary>All have come to the phase that was <see cref="SeatReport.Ready"/>.</summary>
    public bool Go { get; set; }

    /// <summary>End the row early.</summary>
    public bool Stop { get; set; }
}

/// <summary>What it tells; one of its members is set.</summary>
internal sealed record SeatReport
{
    /// <summary>Progress, or the row.</summary>
    public LoadEvent? Event { get; set; }

    /// <summary>A question to the worker.</summary>
    public WorkerRequest? Ask { get; set; }

    /// <summary>The phase that it is ready to begin.</summary>
    public string? Ready { get; set; }
}
