namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>What is aggregated of an event.</summary>
/// <param name="Time">When it happened.</param>
/// <param name="Value">Its figure.</param>
/// <param name="Item">What distinct and top-k count; null: nothing.</param>
public readonly record struct WindowInput(DateTimeOffset Time, double Value, string? Item);
