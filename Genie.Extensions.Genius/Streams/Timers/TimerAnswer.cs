namespace Genie.Extensions.Genius.Streams.Timers;

/// <summary>What a key says to its timer that fired.</summary>
/// <param name="NextDueTicks">What is due next, in ticks of event time; null: nothing.</param>
/// <param name="NextClockTicks">What is due next by the clock, though the key is not idle; null: nothing.</param>
/// <param name="Version">As of this version of the key's stream.</param>
/// <param name="Results">What was reported, counted.</param>
internal readonly record struct TimerAnswer(long? NextDueTicks, long? NextClockTicks, long Version, int Results);
