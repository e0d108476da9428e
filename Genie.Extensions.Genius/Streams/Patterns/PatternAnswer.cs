namespace Genie.Extensions.Genius.Streams.Patterns;

/// <summary>What an event led to.</summary>
/// <param name="Matches">What was found, in the order of time.</param>
/// <param name="IsLate">True if the watermark had passed the event: it counts nowhere.</param>
/// <param name="IsRepeat">True if the event had taken effect before; the rest is what was answered then.</param>
public sealed record PatternAnswer(IReadOnlyList<PatternMatch> Matches, bool IsLate, bool IsRepeat);
