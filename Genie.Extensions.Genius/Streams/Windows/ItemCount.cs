namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>How often an item was there.</summary>
/// <param name="Item">The item.</param>
/// <param name="Count">How often, or more.</param>
/// <param name="Error">By how much the count may be too high; 0: it is exact.</param>
public readonly record struct ItemCount(string Item, long Count, long Error);
