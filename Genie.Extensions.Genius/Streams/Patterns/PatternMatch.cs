namespace Genie.Extensions.Genius.Streams.Patterns;

/// <summary>A sequence that was found, or one whose last step failed to come.</summary>
/// <param name="Times">When each step happened, in event time; of an absence, all but the last.</param>
/// <param name="End">The last step's time; of an absence, until when it should have come.</param>
/// <param name="IsAbsence">True if the last step did not come.</param>
public sealed record PatternMatch(IReadOnlyList<DateTimeOffset> Times, DateTimeOffset End, bool IsAbsence);
