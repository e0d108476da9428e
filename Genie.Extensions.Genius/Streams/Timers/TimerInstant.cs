namespace Genie.Extensions.Genius.Streams.Timers;

/// <summary>When a key's timer fires.</summary>
/// <param name="Until">What is due by then, in event time, takes place.</param>
/// <param name="InputVersion">The version of the key's last input that was known; if there is a later one the key is not idle, and nothing takes place. 0: unknown.</param>
internal readonly record struct TimerInstant(DateTimeOffset Until, long InputVersion);
