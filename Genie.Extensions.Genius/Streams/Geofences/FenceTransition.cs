namespace Genie.Extensions.Genius.Streams.Geofences;

/// <summary>Something that happened at a fence.</summary>
/// <param name="Change">What.</param>
/// <param name="Fence">The fence: a rule's name.</param>
/// <param name="Time">When, in event time; a dwelling's is the instant that made it one, a crossing's its end.</param>
/// <param name="Entered">When the stay, or the crossing, began.</param>
public sealed record FenceTransition(FenceChange Change, string Fence, DateTimeOffset Time, DateTimeOffset Entered);
