namespace Genie.Brokers.Conformance.Laboratory;

/// <summary>One kind of bad weather, and how a driver must stand it.</summary>
public sealed record LabCheck
{
    /// <summary>The name in the command line and in results: <c>restart-saturated</c>.</summary>
    public required string Name { get; init; }

    /// <summary>What happens, in one sentence.</summary>
    public required string Description { get; init; }

    /// <summary>What is needed of the subject.</summary>
    public LabNeed Needs { get; init; }

    /// <summary>Requests in flight at once; null for a number from 300 to 1,000 that follows from the seed.</summary>
    public int? Callers { get; init; } = 64;

    /// <summary>True if every third caller gives up at random.</summary>
    public bool CallersCancel { get; init; }

    /// <summary>True if the link must outlive it: a further connection is a failure.</summary>
    public bool KeepsLink { get; init; }

    /// <summary>True if an error that is not transient is right meanwhile.</summary>
    public bool MayRefuse { get; init; }

    /// <summary>True if it ends with the disposal of everything, whose time is measured in place of the recovery's.</summary>
    public bool Disposes { get; init; }

    /// <summary>The longest from the end of the weather to an answer. Default 3 s: more than the longest wait between two attempts.</summary>
    public TimeSpan RecoverMax { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>Makes the weather and ends it again.</summary>
    internal Func<LabScene, CancellationToken, Task> InflictAsync { get; init; } = static (_, _) => Task.CompletedTask;
}
