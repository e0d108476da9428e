namespace Genie.Extensions.Genius.Rules;

/// <summary>Events of a key: their <see cref="Events.GeniusEvent.Key"/>.</summary>
/// <param name="EventKey">The key, compared byte by byte.</param>
public sealed record OfKey(string EventKey) : Condition;
