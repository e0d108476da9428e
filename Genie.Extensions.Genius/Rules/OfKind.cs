namespace Genie.Extensions.Genius.Rules;

/// <summary>Events of a kind.</summary>
/// <param name="EventKind">The kind, compared byte by byte.</param>
public sealed record OfKind(string EventKind) : Condition;
