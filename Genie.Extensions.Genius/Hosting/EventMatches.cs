namespace Genie.Extensions.Genius.Hosting;

/// <summary>What an event met when it came.</summary>
/// <param name="Rules">The rules, by their names, in ordinal order.</param>
/// <param name="Conditions">The conditions that are steps of rules' own sequences.</param>
internal readonly record struct EventMatches(IReadOnlyList<string> Rules, IReadOnlyList<string> Conditions)
{
    /// <summary>All that may be a step of a sequence.</summary>
    public IReadOnlyList<string> Steps => Conditions.Count == 0 ? Rules : [.. Rules, .. Conditions];
}
