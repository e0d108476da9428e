namespace Genie.Extensions.Genius.Rules;

/// <summary>Events whose key, their <see cref="Events.GeniusEvent.Key"/>, begins with a text.</summary>
/// <param name="Prefix">What it begins with, compared byte by byte.</param>
public sealed record OfKeyPrefix(string Prefix) : Condition;
