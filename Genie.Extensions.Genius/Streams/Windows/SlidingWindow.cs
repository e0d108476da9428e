namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>Windows that begin one after the other and overlap: each event is in those that hold it.</summary>
/// <param name="Size">Time in a window.</param>
/// <param name="Slide">Time from one's start to the next one's, at most the size, at least a thousandth of it.</param>
public sealed record SlidingWindow(TimeSpan Size, TimeSpan Slide) : WindowShape;
