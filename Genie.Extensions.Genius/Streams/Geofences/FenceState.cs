using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Streams.Journal;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Streams.Geofences;

/// <summary>Where one stream's bearer is, and positions that wait for the watermark.</summary>
internal sealed class FenceState(GeofenceDefinition definition) : WatermarkedState<FencePosition, FenceReply>(definition.OutOfOrder, definition.WaitingMax), IJournaledState
{
    private readonly SortedDictionary<string, FenceSaved> _inside = new(StringComparer.Ordinal);

    public (TimerKind Kind, string Name) Timer => (TimerKind.Geofence, definition.Name);

    public long TimerTicks { get; set; }

    public long? NextDueTicks
    {
        get
        {
            if (definition.IdleTimeout == Timeout.InfiniteTimeSpan) return null;
            long? due = Waiting.Count > 0 ? Waiting[0].TimeTicks : null;
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
        if (message.Position is { } position) reply.IsLate = !TryTake(position, reply);
        if (message.WatermarkTicks > 0) Advance(message.WatermarkTicks, reply);
        while (message.TimerTicks > 0 && NextDueTicks is { } due && due <= message.TimerTicks) Advance(due, reply);
        return reply.ToByteArray();
    }

    public IEnumerable<Output> Derive(string key, ReadOnlyMemory<byte> answer) =>
        FenceReply.Parser.ParseFrom(answer.Span).Outcomes.Select(outcome => new Output { FenceTransitioned = OutputFacts.Of(definition.Name, key, outcome) });

    public byte[] Save()
    {
        var saved = new FencesSaved { WatermarkTicks = WatermarkTicks, TimerTicks = TimerTicks };
        saved.Inside.AddRange(_inside.Values);
        saved.Waiting.AddRange(Waiting);
        return saved.ToByteArray();
    }

    public void Load(ReadOnlyMemory<byte> saved)
    {
        var message = FencesSaved.Parser.ParseFrom(saved.Span);
        Load(message.WatermarkTicks, message.Waiting);
        TimerTicks = message.TimerTicks;
        _inside.Clear();
        foreach (var each in message.Inside) _inside.Add(each.Fence, each);
    }

    protected override long TicksOf(FencePosition input) => input.TimeTicks;

    protected override void Pass(long untilTicks, FenceReply reply)
    {
        foreach (var stay in _inside.Values.OrderBy(stay => stay.EnteredTicks))
        {
            if (stay.HasDwelled || untilTicks - stay.EnteredTicks < definition.DwellAfter.Ticks) continue;
            stay.HasDwelled = true;
            reply.Outcomes.Add(Outcome(FenceOutcome.Types.Change.Dwelled, stay, stay.EnteredTicks + definition.DwellAfter.Ticks));
        }
    }

    protected override void TakeEffect(FencePosition input, FenceReply reply)
    {
        foreach (var stay in _inside.Values.Where(stay => !input.Fences.Contains(stay.Fence)).ToList())
        {
            _inside.Remove(stay.Fence);
            reply.Outcomes.Add(Outcome(FenceOutcome.Types.Change.Left, stay, input.TimeTicks));
        }

        foreach (var fence in input.Fences.Order(StringComparer.Ordinal))
        {
            var stay = new FenceSaved { Fence = fence, EnteredTicks = input.TimeTicks };
            if (_inside.TryAdd(fence, stay)) reply.Outcomes.Add(Outcome(FenceOutcome.Types.Change.Entered, stay, input.TimeTicks));
        }
    }

    private static FenceOutcome Outcome(FenceOutcome.Types.Change change, FenceSaved stay, long timeTicks) =>
        new() { Change = change, Fence = stay.Fence, TimeTicks = timeTicks, EnteredTicks = stay.EnteredTicks };
}
