namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>What is aggregated of an event.</summary>
/// <param name="Time">When it happened.</param>
/// <param name="Value">Its figure.</param>
/// <param name="Item">What distinct and top-k count; null: nothing.</param>
/// <param name="Source">Where it came from, if the watermark is by source; null: it is of the one that has no name.</param>
public readonly record struct WindowInput(DateTimeOffset Time, double Value, string? Item, string? Source = null);
