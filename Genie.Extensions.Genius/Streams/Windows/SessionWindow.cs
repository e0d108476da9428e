namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>Windows of activity: events less than a gap apart are in one, which ends a gap after its last event.</summary>
/// <param name="Gap">Time without events that ends a session.</param>
public sealed record SessionWindow(TimeSpan Gap) : WindowShape;
