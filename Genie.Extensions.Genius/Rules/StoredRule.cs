namespace Genie.Extensions.Genius.Rules;

/// <summary>A rule as a <see cref="RuleStore"/> keeps it.</summary>
/// <param name="Id">Its name.</param>
/// <param name="Rule">The rule; null: this version cannot read it.</param>
/// <param name="Mode">What it does.</param>
/// <param name="Version">The version of the stream that its last change is.</param>
/// <param name="ChangedAt">When that was.</param>
public sealed record StoredRule(string Id, Rule? Rule, RuleMode Mode, long Version, DateTimeOffset ChangedAt)
{
    /// <summary>Why it does not run on this host, such as a time zone that this machine does not know; null: it does as <see cref="Mode"/> says.</summary>
    public string? QuarantineReason { get; init; }
}
