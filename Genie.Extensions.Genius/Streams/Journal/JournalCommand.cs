using Genie.EventStore;

namespace Genie.Extensions.Genius.Streams.Journal;

/// <summary>A command for a journal's grain.</summary>
/// <param name="Payload">The command, as its state reads it.</param>
/// <param name="Key">Names the request, so that its repetition is known; null: every one counts.</param>
/// <param name="TimerTicks">Not 0: a timer fired. The command is applied if something is due by then, in ticks of event time.</param>
/// <param name="InputVersion">Of a timer: the version of the last input that was known when it fired; where there is a later one the key is not idle, and nothing is applied. 0: unknown.</param>
/// <param name="ClockTicks">Not 0: a timer fired by the clock. The command is applied if something is due so by then, whether the key is idle or not.</param>
internal readonly record struct JournalCommand(ReadOnlyMemory<byte> Payload, RequestKey? Key, long TimerTicks = 0, long InputVersion = 0, long ClockTicks = 0)
{
    /// <summary>True if a timer fired.</summary>
    public bool IsTimer => TimerTicks != 0 || ClockTicks != 0;
}
