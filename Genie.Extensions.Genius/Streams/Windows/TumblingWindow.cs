namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>Windows one after the other, counted from the year 1 in UTC: each event is in one.</summary>
/// <param name="Size">Time in a window.</param>
public sealed record TumblingWindow(TimeSpan Size) : WindowShape;
