namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>What an event changed.</summary>
/// <param name="Results">Windows that ended, or were reported again.</param>
/// <param name="IsLate">True if all the event's windows were removed already: it counts nowhere.</param>
/// <param name="IsRepeat">True if the event had taken effect before; the rest is what was answered then.</param>
public sealed record WindowAnswer(IReadOnlyList<WindowResult> Results, bool IsLate, bool IsRepeat);
