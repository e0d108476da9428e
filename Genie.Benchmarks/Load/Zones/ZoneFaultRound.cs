namespace Genie.Benchmarks.Load.Zones;

/// <summary>What one fault did.</summary>
/// <param name="Number">Counts from 1.</param>
/// <param name="Fault">What it was, as the command line has it.</param>
/// <param name="Zones">Zones that the server owned which it met.</param>
/// <param name="Entities">Entities that it served there.</param>
/// <param name="WalkedOn">Of those, the ones that had walked into another server's zone before their own had an owner.</param>
/// <param name="Takeovers">Of the others: from the fault until another server handled a message of theirs, ascending.</param>
internal sealed record ZoneFaultRound(int Number, string Fault, int Zones, int Entities, int WalkedOn, IReadOnlyList<TimeSpan> Takeovers)
{
    /// <summary>The longest; null if there is none.</summary>
    public TimeSpan? Longest => Takeovers.Count > 0 ? Takeovers[^1] : null;

    /// <summary>The median; null if there is none.</summary>
    public TimeSpan? Median => MedianOf(Takeovers);

    /// <summary>The median of times that ascend.</summary>
    public static TimeSpan? MedianOf(IReadOnlyList<TimeSpan> ascending) => ascending.Count > 0 ? (ascending[ascending.Count / 2] + ascending[(ascending.Count - 1) / 2]) / 2 : null;
}
