using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Streams.Journal;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Streams.Patterns;

/// <summary>One key's open matches, and events that wait for the watermark.</summary>
internal sealed class PatternState(PatternDefinition definition) : WatermarkedState<PatternEvent, PatternReply>(definition.OutOfOrder, definition.WaitingMax), IJournaledState
{
    private readonly List<PatternOpen> _open = [];

    public (TimerKind Kind, string Name) Timer => (TimerKind.Pattern, definition.Id);

    public long TimerTicks { get; set; }

    public long? NextDueTicks
    {
        get
        {
            if (definition.IdleTimeout == Timeout.InfiniteTimeSpan) return null;
            long? due = Waiting.Count > 0 ? Waiting[0].TimeTicks : null;
            foreach (var open in _open)
            {
                // In the instant of its deadline the last step is in time yet.
                if (IsAwaited(open) && !(due <= DeadlineOf(open) + 1)) due = DeadlineOf(open) + 1;
            }

            return due;
        }
    }

    public byte[] Apply(ReadOnlyMemory<byte> command)
    {
        var message = PatternCommand.Parser.ParseFrom(command.Span);
        var reply = new PatternReply { IsBackfill = message.IsBackfill };
        if (message.Event is { } value) reply.IsLate = !TryTake(value, reply);
        if (message.WatermarkTicks > 0) Advance(message.WatermarkTicks, reply);
        while (message.TimerTicks > 0 && NextDueTicks is { } due && due <= message.TimerTicks) Advance(due, reply);
        return reply.ToByteArray();
    }

    public IEnumerable<Output> Derive(string key, ReadOnlyMemory<byte> answer)
    {
        var reply = PatternReply.Parser.ParseFrom(answer.Span);
        foreach (var outcome in reply.Outcomes)
        {
            var output = OutputFacts.Of(definition, key, outcome);
            output.IsBackfilled = reply.IsBackfill;
            yield return output;
        }
    }

    public byte[] Save()
    {
        var saved = new PatternsSaved { WatermarkTicks = WatermarkTicks, TimerTicks = TimerTicks };
        saved.Open.AddRange(_open);
        saved.Waiting.AddRange(Waiting);
        return saved.ToByteArray();
    }

    public void Load(ReadOnlyMemory<byte> saved)
    {
        var message = PatternsSaved.Parser.ParseFrom(saved.Span);
        Load(message.WatermarkTicks, message.Waiting);
        TimerTicks = message.TimerTicks;
        _open.Clear();
        _open.AddRange(message.Open);
    }

    protected override long TicksOf(PatternEvent input) => input.TimeTicks;

    /// <summary>Gives up matches whose time is over, the earliest first.</summary>
    protected override void Pass(long untilTicks, PatternReply reply)
    {
        foreach (var open in _open.Where(open => DeadlineOf(open) < untilTicks && IsAwaited(open))) reply.Outcomes.Add(Outcome(open, DeadlineOf(open), isAbsence: true));
        _open.RemoveAll(open => DeadlineOf(open) < untilTicks);
    }

    protected override void TakeEffect(PatternEvent input, PatternReply reply)
    {
        foreach (var open in _open.Where(open => (input.Steps >> open.TimesTicks.Count & 1) != 0))
        {
            open.TimesTicks.Add(input.TimeTicks);
            if (IsComplete(open) && !definition.IsAbsence) reply.Outcomes.Add(Outcome(open, input.TimeTicks, isAbsence: false));
        }

        _open.RemoveAll(IsComplete);
        if ((input.Steps & 1) == 0) return;
        var begun = new PatternOpen();
        begun.TimesTicks.Add(input.TimeTicks);
        _open.Add(begun);
        if (_open.Count > definition.OpenMax) _open.RemoveAt(0);
    }

    private long DeadlineOf(PatternOpen open) => open.TimesTicks[0] + definition.Within.Ticks;

    private bool IsComplete(PatternOpen open) => open.TimesTicks.Count == definition.Steps.Count;

    /// <summary>True if nothing but the absent step can follow.</summary>
    private bool IsAwaited(PatternOpen open) => definition.IsAbsence && open.TimesTicks.Count == definition.Steps.Count - 1;

    private static PatternOutcome Outcome(PatternOpen open, long endTicks, bool isAbsence)
    {
        var outcome = new PatternOutcome { EndTicks = endTicks, IsAbsence = isAbsence };
        outcome.TimesTicks.AddRange(open.TimesTicks);
        return outcome;
    }
}
