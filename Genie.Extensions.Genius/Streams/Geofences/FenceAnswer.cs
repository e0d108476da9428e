namespace Genie.Extensions.Genius.Streams.Geofences;

/// <summary>What a position changed.</summary>
/// <param name="Transitions">What happened, in the order of time.</param>
/// <param name="IsLate">True if the watermark had passed the position: it counts nowhere.</param>
/// <param name="IsRepeat">True if the position had taken effect before; the rest is what was answered then.</param>
public sealed record FenceAnswer(IReadOnlyList<FenceTransition> Transitions, bool IsLate, bool IsRepeat);
