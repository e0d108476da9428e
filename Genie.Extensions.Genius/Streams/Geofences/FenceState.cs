using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Streams.Journal;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Streams.Geofences;

/// <summary>Where one key's bearer is, and positions that wait for the watermark.</summary>
/// <param name="definition">What the fences are.</param>
/// <param name="crossings">Knows what lies between two positions; null: nobody asks.</param>
/// <param name="isThere">Whether there is a rule of a fence's name that is active; null: of all.</param>
internal sealed class FenceState(GeofenceDefinition definition, FenceCrossingFinder? crossings = null, Func<string, bool>? isThere = null) : WatermarkedState<FencePosition, FenceReply>(definition.OutOfOrder, definition.WaitingMax), IJournaledState
{
    private readonly SortedDictionary<string, FenceSaved> _inside = new(StringComparer.Ordinal);
    private FencePosition? _last;

    public (TimerKind Kind, string Name) Timer => (TimerKind.Geofence, definition.Id);

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

    public ReadOnlyMemory<byte> Prepare(ReadOnlyMemory<byte> command)
    {
        string[] gone = isThere is null ? [] : [.. _inside.Values.Where(stay => !stay.HasDwelled && !isThere(stay.Fence)).Select(stay => stay.Fence)];
        if (crossings is null && gone.Length == 0) return command;
        var message = FenceCommand.Parser.ParseFrom(command.Span);

        // Who says that a position lies in one knows it from elsewhere.
        message.Gone.AddRange(gone.Where(fence => message.Position?.Fences.Contains(fence) is not true));
        if (crossings is not null) AddCrossings(message, crossings);
        return message.ToByteArray();
    }

    private void AddCrossings(FenceCommand message, FenceCrossingFinder crossings)
    {
        if (message.Position is not { Place: not null } position || position.TimeTicks < WatermarkTicks) return;
        var index = IndexBehind(position.TimeTicks);
        position.Crossings = crossings.Find(index > 0 ? Waiting[index - 1] : _last, position);
        if (index < Waiting.Count) message.Successor = crossings.Find(position, Waiting[index]) ?? new FenceCrossings();
    }

    public byte[] Apply(ReadOnlyMemory<byte> command)
    {
        var message = FenceCommand.Parser.ParseFrom(command.Span);
        var reply = new FenceReply { IsBackfill = message.IsBackfill };

        // Who is in one of them leaves it with the next position, and dwells no more.
        foreach (var fence in message.Gone)
        {
            if (_inside.TryGetValue(fence, out var stay)) stay.HasDwelled = true;
        }

        if (message.Position is { } position)
        {
            var index = IndexBehind(position.TimeTicks);
            if (message.Successor is { } successor && index < Waiting.Count) Waiting[index].Crossings = successor;
            reply.IsLate = !TryTake(position, reply);
        }

        if (message.WatermarkTicks > 0) Advance(message.WatermarkTicks, reply);
        while (message.TimerTicks > 0 && NextDueTicks is { } due && due <= message.TimerTicks) Advance(due, reply);
        return reply.ToByteArray();
    }

    public IEnumerable<Output> Derive(string key, ReadOnlyMemory<byte> answer)
    {
        var reply = FenceReply.Parser.ParseFrom(answer.Span);
        return reply.Outcomes.Select(outcome => new Output { FenceTransitioned = OutputFacts.Of(definition, key, outcome), IsBackfilled = reply.IsBackfill });
    }

    public byte[] Save()
    {
        var saved = new FencesSaved { WatermarkTicks = WatermarkTicks, TimerTicks = TimerTicks };
        saved.Inside.AddRange(_inside.Values);
        saved.Waiting.AddRange(Waiting);
        saved.Last = _last;
        return saved.ToByteArray();
    }

    public void Load(ReadOnlyMemory<byte> saved)
    {
        var message = FencesSaved.Parser.ParseFrom(saved.Span);
        Load(message.WatermarkTicks, message.Waiting);
        TimerTicks = message.TimerTicks;
        _last = message.Last;
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
        AddCrossings(input, reply);
        foreach (var stay in _inside.Values.Where(stay => !input.Fences.Contains(stay.Fence) && !input.Uncertain.Contains(stay.Fence)).ToList())
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

    private void AddCrossings(FencePosition input, FenceReply reply)
    {
        if (input.Place is not null) _last = new FencePosition { TimeTicks = input.TimeTicks, Place = input.Place };
        foreach (var each in input.Crossings?.Crossings ?? [])
        {
            // Whoever counted as inside, within the hysteresis, leaves it instead.
            if (_inside.ContainsKey(each.Fence)) continue;
            reply.Outcomes.Add(new FenceOutcome { Change = FenceOutcome.Types.Change.Crossed, Fence = each.Fence, TimeTicks = each.LeftTicks, EnteredTicks = each.EnteredTicks });
        }
    }

    private static FenceOutcome Outcome(FenceOutcome.Types.Change change, FenceSaved stay, long timeTicks) =>
        new() { Change = change, Fence = stay.Fence, TimeTicks = timeTicks, EnteredTicks = stay.EnteredTicks };
}
