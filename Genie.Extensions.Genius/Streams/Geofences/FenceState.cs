using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Streams.Journal;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Streams.Geofences;

/// <summary>Where one stream's bearer is, and positions that wait for the watermark.</summary>
internal sealed class FenceState(GeofenceDefinition definition) : IJournaledState
{
    private readonly SortedDictionary<string, FenceSaved> _inside = new(StringComparer.Ordinal);
    private readonly List<FencePosition> _waiting = [];
    private long _watermarkTicks = long.MinValue;

    public (TimerKind Kind, string Name) Timer => (TimerKind.Geofence, definition.Name);

    public long TimerTicks { get; set; }

    public long? NextDueTicks
    {
        get
        {
            if (definition.IdleTimeout == Timeout.InfiniteTimeSpan) return null;
            long? due = _waiting.Count > 0 ? _waiting[0].TimeTicks : null;
            foreach (var stay in _inside.Values)
            {
                if (stay.HasDwelled || stay.EnteredTicks > long.MaxValue - definition.DwellAfter.Ticks) continue;
                var dwelled = stay.EnteredTicks + definition.DwellAfter.Ticks;
                if (!(due <= dwelled)) due = dwelled;
            }

            return due;
        }
    }

    public byte[] Apply(ReadOnlyMemory<byte> command)
    {
        var message = FenceCommand.Parser.ParseFrom(command.Span);
        var reply = new FenceReply();
        if (message.Position is { } position) Take(position, reply);
        if (message.WatermarkTicks > 0) Advance(message.WatermarkTicks, reply);
        while (message.TimerTicks > 0 && NextDueTicks is { } due && due <= message.TimerTicks) Advance(due, reply);
        return reply.ToByteArray();
    }

    public IEnumerable<Output> Derive(string key, ReadOnlyMemory<byte> answer) =>
        FenceReply.Parser.ParseFrom(answer.Span).Outcomes.Select(outcome => new Output { FenceTransitioned = OutputFacts.Of(definition.Name, key, outcome) });

    public byte[] Save()
    {
        var saved = new FencesSaved { WatermarkTicks = _watermarkTicks, TimerTicks = TimerTicks };
        saved.Inside.AddRange(_inside.Values);
        saved.Waiting.AddRange(_waiting);
        return saved.ToByteArray();
    }

    public void Load(ReadOnlyMemory<byte> saved)
    {
        var message = FencesSaved.Parser.ParseFrom(saved.Span);
        (_watermarkTicks, TimerTicks) = (message.WatermarkTicks, message.TimerTicks);
        _inside.Clear();
        foreach (var each in message.Inside) _inside.Add(each.Fence, each);
        _waiting.Clear();
        _waiting.AddRange(message.Waiting);
    }

    private void Take(FencePosition position, FenceReply reply)
    {
        if (position.TimeTicks < _watermarkTicks)
        {
            reply.IsLate = true;
            return;
        }

        // Behind those of the same time, which came before.
        var place = _waiting.FindLastIndex(other => other.TimeTicks <= position.TimeTicks) + 1;
        _waiting.Insert(place, position);
        Advance(_waiting[^1].TimeTicks - definition.OutOfOrder.Ticks, reply);
        if (_waiting.Count > definition.WaitingMax) Advance(_waiting[0].TimeTicks, reply);
    }

    private void Advance(long watermarkTicks, FenceReply reply)
    {
        if (watermarkTicks < _watermarkTicks) return;
        _watermarkTicks = watermarkTicks;
        var count = 0;
        for (; count < _waiting.Count && _waiting[count].TimeTicks <= watermarkTicks; count++)
        {
            Dwell(_waiting[count].TimeTicks, reply);
            Move(_waiting[count], reply);
        }

        _waiting.RemoveRange(0, count);
        Dwell(watermarkTicks, reply);
    }

    private void Dwell(long untilTicks, FenceReply reply)
    {
        foreach (var stay in _inside.Values.OrderBy(stay => stay.EnteredTicks))
        {
            if (stay.HasDwelled || untilTicks - stay.EnteredTicks < definition.DwellAfter.Ticks) continue;
            stay.HasDwelled = true;
            reply.Outcomes.Add(Outcome(FenceOutcome.Types.Change.Dwelled, stay, stay.EnteredTicks + definition.DwellAfter.Ticks));
        }
    }

    private void Move(FencePosition position, FenceReply reply)
    {
        foreach (var stay in _inside.Values.Where(stay => !position.Fences.Contains(stay.Fence)).ToList())
        {
            _inside.Remove(stay.Fence);
            reply.Outcomes.Add(Outcome(FenceOutcome.Types.Change.Left, stay, position.TimeTicks));
        }

        foreach (var fence in position.Fences.Order(StringComparer.Ordinal))
        {
            var stay = new FenceSaved { Fence = fence, EnteredTicks = position.TimeTicks };
            if (_inside.TryAdd(fence, stay)) reply.Outcomes.Add(Outcome(FenceOutcome.Types.Change.Entered, stay, position.TimeTicks));
        }
    }

    private static FenceOutcome Outcome(FenceOutcome.Types.Change change, FenceSaved stay, long timeTicks) =>
        new() { Change = change, Fence = stay.Fence, TimeTicks = timeTicks, EnteredTicks = stay.EnteredTicks };
}
