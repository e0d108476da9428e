namespace Genie.Benchmarks.Load.Zones;

/// <summary>What one fault did.</summary>
internal sealed record ZoneFaultRound
{
    /// <summary>Counts from 1.</summary>
    public required int Number { get; init; }

    /// <summary>What it was.</summary>
    public required ZoneFault Fault { get; init; }

    /// <summary>Zones that the server owned which it met; those that an added server came to own.</summary>
    public required int Zones { get; init; }

    /// <summary>For each of these zones: from the fault, or the first word of an added server, until another server owned it, or the added one; ascending.</summary>
    public required IReadOnlyList<TimeSpan> Owned { get; init; }

    /// <summary>Entities that were served in these zones: by the server that the fault met before it, by an added one after it.</summary>
    public required int Entities { get; init; }

    /// <summary>Of those, the ones that had walked into another server's zone before their own had an owner.</summary>
    public int WalkedOn { get; init; }

    /// <summary>Of the others: from the fault until another server handled a message of theirs, ascending. None for an added server.</summary>
    public IReadOnlyList<TimeSpan> Takeovers { get; init; } = [];

    /// <summary>The longest time in which no message of some entity was handled, whatever server it had.</summary>
    public required TimeSpan LongestGap { get; init; }

    /// <summary>Messages that were left out in what was kept or said back meanwhile.</summary>
    public required long Lost { get; init; }

    /// <summary>Messages that came again or out of order meanwhile.</summary>
    public required long Doubled { get; init; }

    /// <summary>The median of times that ascend; null if there is none.</summary>
    public static TimeSpan? MedianOf(IReadOnlyList<TimeSpan> ascending) => ascending.Count > 0 ? (ascending[ascending.Count / 2] + ascending[(ascending.Count - 1) / 2]) / 2 : null;

    /// <summary>The longest of times that ascend; null if there is none.</summary>
    public static TimeSpan? LongestOf(IReadOnlyList<TimeSpan> ascending) => ascending.Count > 0 ? ascending[^1] : null;
}
