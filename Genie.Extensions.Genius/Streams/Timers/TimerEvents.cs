using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Journal;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Streams.Timers;

/// <summary>Timers as the store keeps them: in the stream of the key whose timer it is, in the append that sets it.</summary>
internal static class TimerEvents
{
    /// <summary>A timer was set or is off. Payload: <see cref="TimerSet"/>.</summary>
    public const string EventType = "TimerSet";

    /// <summary>The event that a state's timer needs after a change, if any.</summary>
    /// <remarks>
    /// The recorded time is a lower bound: while it lies before what is due, nothing is recorded, so that a busy key costs one event and not one an input.
    /// </remarks>
    /// <param name="key">Whose state.</param>
    /// <param name="state">The state; it is told of the timer.</param>
    /// <param name="isExact">True to record what is due if it is later than the recorded time, too.</param>
    public static NewEvent? Change(string key, IJournaledState state, bool isExact = false)
    {
        var (due, clock) = (state.NextDueTicks ?? 0, state.NextClockTicks ?? 0);
        var isDueSame = due == state.TimerTicks || (!isExact && state.TimerTicks != 0 && state.TimerTicks <= due);

        // One by the clock that is not wanted any more stays until it fires: a source is behind the others and level with them by turns.
        var isClockSame = clock == state.TimerClockTicks || (!isExact && state.TimerClockTicks != 0 && (clock == 0 || state.TimerClockTicks <= clock));
        if (isDueSame && isClockSame) return null;
        (state.TimerTicks, state.TimerClockTicks) = (due, clock);
        return new NewEvent(EventType, new TimerSet { Kind = state.Timer.Kind, Name = state.Timer.Name, Key = key, DueTicks = due, ClockTicks = clock }.ToByteArray());
    }

    public static TimerSet Read(RecordedEvent recorded) => TimerSet.Parser.ParseFrom(recorded.Payload.Span);
}
