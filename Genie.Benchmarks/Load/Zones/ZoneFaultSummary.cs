namespace Genie.Benchmarks.Load.Zones;

/// <summary>All rounds of one fault.</summary>
/// <param name="Fault">The fault.</param>
/// <param name="Rounds">Its rounds.</param>
internal sealed record ZoneFaultSummary(ZoneFault Fault, IReadOnlyList<ZoneFaultRound> Rounds)
{
    /// <summary>How long zones had no owner, or were not the added server's yet; ascending.</summary>
    public IReadOnlyList<TimeSpan> Owned { get; } = [.. Rounds.SelectMany(static round => round.Owned).Order()];

    /// <summary>How long it took until entities were served by others, ascending.</summary>
    public IReadOnlyList<TimeSpan> Takeovers { get; } = [.. Rounds.SelectMany(static round => round.Takeovers).Order()];

    /// <summary>The longest time in which no message of some entity was handled.</summary>
    public TimeSpan LongestGap => Rounds.Max(static round => round.LongestGap);

    /// <summary>See <see cref="ZoneFaultRound.Lost"/>.</summary>
    public long Lost => Rounds.Sum(static round => round.Lost);

    /// <summary>See <see cref="ZoneFaultRound.Doubled"/>.</summary>
    public long Doubled => Rounds.Sum(static round => round.Doubled);
}
