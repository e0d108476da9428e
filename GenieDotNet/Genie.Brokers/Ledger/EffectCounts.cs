namespace Genie.Brokers.Ledger;

/// <summary>What became of every request's effect. Always <c>Expected = effects there + Missing + Uncovered</c>.</summary>
public sealed record EffectCounts
{
    /// <summary>Requests handed to the driver, without those it refused to take.</summary>
    public long Expected { get; init; }

    /// <summary>Without effect, although they were acknowledged: see <see cref="EffectDuty"/>.</summary>
    public long Missing { get; init; }

    /// <summary>Effects beyond a request's first.</summary>
    public long Doubled { get; init; }

    /// <summary>Without effect, and nobody had promised one: never confirmed, or at no level that counts.</summary>
    public long Uncovered { get; init; }

    /// <summary>Effects of requests that nobody sent.</summary>
    public long Unsent { get; init; }

    /// <summary>True if each promised effect is there once.</summary>
    public bool IsExact => Missing == 0 && Doubled == 0 && Unsent == 0;
}
