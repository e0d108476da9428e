using Genie.Benchmarks.Load.Pacing;

namespace Genie.Benchmarks.Load;

/// <summary>How a phase is watched.</summary>
internal sealed record PhaseWatch
{
    /// <summary>What it is called.</summary>
    public required string Name { get; init; }

    /// <summary>How long it is to last.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>The rate.</summary>
    public required RateProfile Rate { get; init; }

    /// <summary>The recorded stream whose times messages have, of which <see cref="Rate"/> is the mean; null for none.</summary>
    public Recording? Recording { get; init; }

    /// <summary>Gets the progress.</summary>
    public required Action<LoadEvent> Report { get; init; }

    /// <summary>Gets now and then what it has shown, or null.</summary>
    public Action<PhaseProgress>? Checkpoint { get; init; }

    /// <summary>Tells whether the load has settled, and may end the phase then; null where nobody asks.</summary>
    public Settling? Settling { get; init; }

    /// <summary>How long the worker is away from the beginning on; none for always there.</summary>
    public TimeSpan WorkerAway { get; init; }

    /// <summary>How often.</summary>
    public TimeSpan CheckpointInterval { get; init; } = TimeSpan.FromSeconds(10);
}
