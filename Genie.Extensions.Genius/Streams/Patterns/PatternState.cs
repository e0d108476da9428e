using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Streams.Journal;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Streams.Patterns;

/// <summary>One key's open matches, and events that wait for the watermark.</summary>
internal sealed class PatternState(PatternDefinition definition) : IJournaledState
{
    private readonly List<PatternOpen> _open = [];
    private readonly List<PatternEvent> _waiting = [];
    private long _watermarkTicks = long.MinValue;

    public (TimerKind Kind, string Name) Timer => (TimerKind.Pattern, definition.Id);

    public long TimerTicks { get; set; }

    public long? NextDueTicks
    {
        get
        {
            if (definition.IdleTimeout == Timeout.InfiniteTimeSpan) return null;
            long? due = _waiting.Count > 0 ? _waiting[0].TimeTicks : null;
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
        var reply = new PatternReply();
        if (message.Event is { } value) Take(value, reply);
        if (message.WatermarkTicks > 0) Advance(message.WatermarkTicks, reply);
        while (message.TimerTicks > 0 && NextDueTicks is { } due && due <= message.TimerTicks) Advance(due, reply);
        return reply.ToByteArray();
    }

    public IEnumerable<Output> Derive(string key, ReadOnlyMemory<byte> answer) =>
        PatternReply.Parser.ParseFrom(answer.Span).Outcomes.Select(outcome => OutputFacts.Of(definition, key, outcome));

    public byte[] Save()
    {
        var saved = new PatternsSaved { WatermarkTicks = _watermarkTicks, TimerTicks = TimerTicks };
        saved.Open.AddRange(_open);
        saved.Waiting.AddRange(_waiting);
        return saved.ToByteArray();
    }

    public void Load(ReadOnlyMemory<byte> saved)
    {
        var message = PatternsSaved.Parser.ParseFrom(saved.Span);
        (_watermarkTicks, TimerTicks) = (message.WatermarkTicks, message.TimerTicks);
        _open.Clear();
        _open.AddRange(message.Open);
        _waiting.Clear();
        _waiting.AddRange(message.Waiting);
    }

    private void Take(PatternEvent value, PatternReply reply)
    {
        if (value.TimeTicks < _watermarkTicks)
        {
            reply.IsLate = true;
            return;
        }

        // Behind those of the same time, which came before.
        _waiting.Insert(_waiting.FindLastIndex(other => other.TimeTicks <= value.TimeTicks) + 1, value);
        Advance(_waiting[^1].TimeTicks - definition.OutOfOrder.Ticks, reply);
        if (_waiting.Count > definition.WaitingMax) Advance(_waiting[0].TimeTicks, reply);
    }

    private void Advance(long watermarkTicks, PatternReply reply)
    {
        if (watermarkTicks < _watermarkTicks) return;
        _watermarkTicks = watermarkTicks;
        var count = 0;
        for (; count < _waiting.Count && _waiting[count].TimeTicks <= watermarkTicks; count++)
        {
            Expire(_waiting[count].TimeTicks, reply);
            Step(_waiting[count], reply);
        }

        _waiting.RemoveRange(0, count);
        Expire(watermarkTicks, reply);
    }

    /// <summary>Gives up matches whose time is over, the earliest first.</summary>
    private void Expire(long nowTicks, PatternReply reply)
    {
        foreach (var open in _open.Where(open => DeadlineOf(open) < nowTicks && IsAwaited(open))) reply.Outcomes.Add(Outcome(open, DeadlineOf(open), isAbsence: true));
        _open.RemoveAll(open => DeadlineOf(open) < nowTicks);
    }

    private void Step(PatternEvent value, PatternReply reply)
    {
        foreach (var open in _open.Where(open => (value.Steps >> open.TimesTicks.Count & 1) != 0))
        {
            open.TimesTicks.Add(value.TimeTicks);
            if (IsComplete(open) && !definition.IsAbsence) reply.Outcomes.Add(Outcome(open, value.TimeTicks, isAbsence: false));
        }

        _open.RemoveAll(IsComplete);
        if ((value.Steps & 1) == 0) return;
        var begun = new PatternOpen();
        begun.TimesTicks.Add(value.TimeTicks);
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
