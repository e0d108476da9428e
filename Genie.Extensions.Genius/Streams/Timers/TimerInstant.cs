namespace Genie.Extensions.Genius.Streams.Timers;

/// <summary>When a key's timer fires: because the key is idle, or because a source of it is.</summary>
/// <param name="Until">What is due by then, in event time, takes place; the default: the key is not known to be idle.</param>
/// <param name="InputVersion">The version of the key's last input that was known; if there is a later one the key is not idle, and nothing takes place. 0: unknown.</param>
/// <param name="Clock">What is due by the clock takes place that is due by then; the default: nothing is asked so.</param>
internal readonly record struct TimerInstant(DateTimeOffset Until, long InputVersion, DateTimeOffset Clock = default);
