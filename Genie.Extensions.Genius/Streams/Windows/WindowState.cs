using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Streams.Journal;
using Genie.Extensions.Genius.Streams.Sources;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>One key's open windows. What is closed is removed, so its size is bounded by the time that windows stay open.</summary>
/// <param name="definition">What is aggregated.</param>
/// <param name="clock">By which sources are idle; null: there is one watermark for all events of the key.</param>
internal sealed class WindowState(WindowDefinition definition, SourceClock? clock = null) : IJournaledState
{
    private readonly SortedList<long, OpenWindow> _windows = [];
    private readonly HeldRules _held = new();
    private readonly SourceWatermarks _sources = new(definition.SourcesMax);
    private long _watermarkTicks = long.MinValue;

    /// <summary>Windows that are kept.</summary>
    public int Open => _windows.Count;

    public (TimerKind Kind, string Name) Timer => (TimerKind.Window, definition.Id);

    public long TimerTicks { get; set; }

    public long? NextDueTicks => definition.IdleTimeout == Timeout.InfiniteTimeSpan ? null : NextEndTicks;

    public long? NextClockTicks => clock is not null && NextEndTicks is { } due && _sources.HeldUntil(due + definition.OutOfOrder.Ticks) is { } arrived ? clock.IdleFrom(arrived) : null;

    public long TimerClockTicks { get; set; }

    // A timer that fired is applied again when the state is loaded, whatever the idle timeout is by then.
    private long? NextEndTicks
    {
        get
        {
            long? due = null;
            foreach (var window in _windows.Values)
            {
                if (!window.IsReported && !(due <= window.EndTicks)) due = window.EndTicks;
            }

            return due;
        }
    }

    public ReadOnlyMemory<byte> Prepare(ReadOnlyMemory<byte> command)
    {
        if (clock is null) return command;
        var message = WindowCommand.Parser.ParseFrom(command.Span);
        if (!message.IsBackfill) (message.ClockTicks, message.IsNow) = (Math.Max(message.ClockTicks, clock.NowTicks), true);
        message.IdleTicks = message.IsBackfill ? clock.IdleTicksAtThen(message.ClockTicks) : clock.IdleTicksAt(message.ClockTicks);
        return message.ToByteArray();
    }

    public byte[] Apply(ReadOnlyMemory<byte> command)
    {
        // Not when they are noted: of several sessions that become one, each takes its own back.
        _held.Keep(_windows.Values);
        var message = WindowCommand.Parser.ParseFrom(command.Span);
        var reply = new WindowReply { IsBackfill = message.IsBackfill };
        if (message.IsNow) _sources.Settle(message.ClockTicks);
        foreach (var left in _sources.Forget(message.IdleTicks, message.Entry is { HasSource: true } heard ? heard.Source : null)) Advance(left - definition.OutOfOrder.Ticks, reply);
        if (message.Entry is { } entry)
        {
            reply.IsLate = !Take(entry, reply);
            if (entry.HasSource) _sources.Take(entry.Source, entry.TimeTicks, message.ClockTicks);
            if ((entry.HasSource ? _sources.TimeTicks : entry.TimeTicks) is { } ticks) Advance(ticks - definition.OutOfOrder.Ticks, reply);
        }

        if (message.WatermarkTicks > 0) Advance(message.WatermarkTicks, reply);
        while (message.TimerTicks > 0 && NextEndTicks is { } due && due <= message.TimerTicks) Advance(due, reply);
        return reply.ToByteArray();
    }

    public IEnumerable<Output> Derive(string key, ReadOnlyMemory<byte> answer)
    {
        var reply = WindowReply.Parser.ParseFrom(answer.Span);
        return reply.Outcomes.Select(outcome => new Output { WindowClosed = OutputFacts.Of(definition, key, outcome), IsBackfilled = reply.IsBackfill });
    }

    public IReadOnlyList<string> RulesHeldBy(Output fact) => fact.WindowClosed is { } result ? _held.Of(result) : [];

    public void Note(FactMatched matched) => _held.Note(matched);

    public byte[] Save()
    {
        _held.Keep(_windows.Values);
        var saved = new WindowsSaved { WatermarkTicks = _watermarkTicks, TimerTicks = TimerTicks, TimerClockTicks = TimerClockTicks };
        saved.Sources.AddRange(_sources.Save());
        saved.Windows.AddRange(_windows.Values.Select(window => window.Save()));
        saved.Rules.AddRange(_held.Save());
        return saved.ToByteArray();
    }

    public void Load(ReadOnlyMemory<byte> saved)
    {
        var message = WindowsSaved.Parser.ParseFrom(saved.Span);
        (_watermarkTicks, TimerTicks, TimerClockTicks) = (message.WatermarkTicks, message.TimerTicks, message.TimerClockTicks);
        _sources.Load(message.Sources);
        _held.Load(message.Rules);
        _windows.Clear();
        foreach (var each in message.Windows) _windows.Add(each.StartTicks, OpenWindow.Load(each, definition.ItemsMax));
    }

    /// <returns>False if every window that would take it is closed.</returns>
    private bool Take(WindowEntry entry, WindowReply reply) => definition.Shape switch
    {
        TumblingWindow tumbling => TakeInAll(entry, tumbling.Size.Ticks, tumbling.Size.Ticks, reply),
        SlidingWindow sliding => TakeInAll(entry, sliding.Size.Ticks, sliding.Slide.Ticks, reply),
        SessionWindow session => TakeInSession(entry, session.Gap.Ticks, reply),
        _ => throw new InvalidOperationException($"{definition.Shape.GetType().Name} is no shape of windows."),
    };

    private bool TakeInAll(WindowEntry entry, long size, long slide, WindowReply reply)
    {
        var isTaken = false;
        var last = entry.TimeTicks - (entry.TimeTicks % slide);
        for (var start = last; start > entry.TimeTicks - size; start -= slide)
        {
            if (IsClosed(start + size)) continue;
            if (!_windows.TryGetValue(start, out var window)) _windows.Add(start, window = new OpenWindow(start, start + size, definition.ItemsMax));
            window.Add(entry);
            isTaken = true;
            if (window.EndTicks <= _watermarkTicks) reply.Outcomes.Add(window.Report(definition.TopItems));
        }

        return isTaken;
    }

    private bool TakeInSession(WindowEntry entry, long gap, WindowReply reply)
    {
        var session = new OpenWindow(entry.TimeTicks, entry.TimeTicks + gap, definition.ItemsMax);
        session.Add(entry);
        var touched = _windows.Values.Where(other => other.StartTicks < session.EndTicks && session.StartTicks < other.EndTicks).ToList();
        if (touched.Count == 0 && IsClosed(session.EndTicks)) return false;
        foreach (var other in touched)
        {
            _windows.Remove(other.StartTicks);
            var isSame = touched.Count == 1 && other.StartTicks <= session.StartTicks && other.EndTicks >= session.EndTicks;
            if (other.IsReported && !isSame) reply.Outcomes.Add(other.Retract());
            session.Merge(other);
        }

        _windows.Add(session.StartTicks, session);
        if (session.EndTicks <= _watermarkTicks) reply.Outcomes.Add(session.Report(definition.TopItems));
        return true;
    }

    private bool IsClosed(long endTicks) => endTicks + definition.AllowedLateness.Ticks <= _watermarkTicks;

    private void Advance(long watermarkTicks, WindowReply reply)
    {
        if (watermarkTicks <= _watermarkTicks) return;
        _watermarkTicks = watermarkTicks;
        foreach (var window in _windows.Values.Where(window => window.EndTicks <= watermarkTicks).OrderBy(window => window.EndTicks).ToList())
        {
            if (!window.IsReported) reply.Outcomes.Add(window.Report(definition.TopItems));
            if (IsClosed(window.EndTicks)) _windows.Remove(window.StartTicks);
        }
    }
}
