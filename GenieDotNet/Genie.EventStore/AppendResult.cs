namespace Genie.EventStore;

/// <summary>Where an append's events stand.</summary>
/// <param name="FirstVersion">The version of its first event.</param>
/// <param name="LastVersion">The version of its last event.</param>
/// <param name="LastPosition">The global position of its last event.</param>
/// <param name="IsRepeat">True if the key was known: nothing was written now.</param>
public readonly record struct AppendResult(long FirstVersion, long LastVersion, long LastPosition, bool IsRepeat);
