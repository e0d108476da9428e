using System.Collections.Immutable;

namespace GameLicenseExample.Features.Rewards;

/// <summary>The rewards that could not be given: their dead letters.</summary>
internal sealed record FailedRewards
{
    private const int KeptMax = 100;

    /// <summary>How many there were.</summary>
    public long Count { get; private init; }

    /// <summary>The last ones, the newest first.</summary>
    public ImmutableList<RewardFailed> Last { get; private init; } = [];

    /// <summary>The state after one more.</summary>
    public FailedRewards After(RewardFailed failed) => new() { Count = Count + 1, Last = (Last.Count < KeptMax ? Last : Last.RemoveAt(KeptMax - 1)).Insert(0, failed) };
}
