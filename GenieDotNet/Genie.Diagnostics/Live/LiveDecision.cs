namespace Genie.Diagnostics.Live;

/// <summary>What was decided about an event.</summary>
/// <param name="Key">Whose event it was.</param>
/// <param name="IsAccepted">Whether it was accepted.</param>
/// <param name="Reason">Why, in words.</param>
/// <param name="Rules">The rules that it matched.</param>
public sealed record LiveDecision(string Key, bool IsAccepted, string Reason, IReadOnlyList<string> Rules);
