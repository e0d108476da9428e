using Genie.Extensions.Genius.Streams.Timers;

namespace Genie.Extensions.Genius.Streams.Journal;

/// <summary>What a command was answered.</summary>
/// <param name="Payload">The answer, as its state wrote it.</param>
/// <param name="IsRepeat">True if the command had taken effect before; the answer is the first one.</param>
/// <param name="NextDueTicks">Of a timer: what is due next, in ticks of event time; null: nothing.</param>
/// <param name="Version">Of a timer: the stream's version that this is true of.</param>
/// <param name="NextClockTicks">Of a timer: what is due next by the clock; null: nothing.</param>
internal readonly record struct JournalAnswer(ReadOnlyMemory<byte> Payload, bool IsRepeat, long? NextDueTicks = null, long Version = 0, long? NextClockTicks = null)
{
    /// <summary>What a timer is told.</summary>
    /// <param name="results">What was reported, counted.</param>
    public TimerAnswer ToTimer(int results) => new(NextDueTicks, NextClockTicks, Version, results);
}
