using Genie.Extensions.Genius.Streams.Windows;

namespace Genie.Extensions.Genius.Tests.Streams;

/// <summary>Windows as their definition says, with everything kept for ever and computed anew each time.</summary>
internal sealed class NaiveWindows(WindowDefinition definition)
{
    private readonly Dictionary<(long Start, long End), List<WindowInput>> _spans = [];
    private readonly List<(long Start, long End, List<WindowInput> Inputs)> _ended = [];
    private readonly List<WindowInput> _active = [];

    public long Watermark { get; private set; } = long.MinValue;

    public bool Take(WindowInput input)
    {
        var isTaken = definition.Shape switch
        {
            TumblingWindow tumbling => TakeInAll(input, tumbling.Size.Ticks, tumbling.Size.Ticks),
            SlidingWindow sliding => TakeInAll(input, sliding.Size.Ticks, sliding.Slide.Ticks),
            SessionWindow session => TakeInSession(input, session.Gap.Ticks),
            _ => throw new InvalidOperationException(),
        };
        Advance(input.Time.UtcTicks - definition.OutOfOrder.Ticks);
        return isTaken;
    }

    public void Advance(long watermark)
    {
        Watermark = Math.Max(Watermark, watermark);
        if (definition.Shape is not SessionWindow session) return;
        foreach (var each in Sessions(session.Gap.Ticks).Where(each => each.End + definition.AllowedLateness.Ticks <= Watermark))
        {
            _ended.Add(each);
            _active.RemoveAll(each.Inputs.Contains);
        }
    }

    /// <summary>What must have been reported by now, newest revisions only.</summary>
    public Dictionary<(long Start, long End), string> Reported()
    {
        var spans = definition.Shape is SessionWindow session
            ? _ended.Concat(Sessions(session.Gap.Ticks))
            : _spans.Select(pair => (pair.Key.Start, pair.Key.End, Inputs: pair.Value));
        return spans.Where(span => span.End <= Watermark).ToDictionary(span => (span.Start, span.End), span => Describe(span.Inputs));
    }

    private string Describe(List<WindowInput> inputs)
    {
        var items = inputs.Where(input => input.Item is not null).GroupBy(input => input.Item).OrderByDescending(group => group.Count()).ThenBy(group => group.Key, StringComparer.Ordinal).ToList();
        var top = string.Join(' ', items.Take(definition.TopItems).Select(group => $"{group.Key}:{group.Count()}"));
        return $"{inputs.Count} {inputs.Sum(input => input.Value)} {inputs.Min(input => input.Value)} {inputs.Max(input => input.Value)} {items.Count} {top}";
    }

    private bool TakeInAll(WindowInput input, long size, long slide)
    {
        var isTaken = false;
        for (var start = 0L; start <= input.Time.UtcTicks; start += slide)
        {
            if (start + size <= input.Time.UtcTicks || start + size + definition.AllowedLateness.Ticks <= Watermark) continue;
            if (!_spans.TryGetValue((start, start + size), out var inputs)) _spans.Add((start, start + size), inputs = []);
            inputs.Add(input);
            isTaken = true;
        }

        return isTaken;
    }

    private bool TakeInSession(WindowInput input, long gap)
    {
        _active.Add(input);
        var mine = Sessions(gap).Single(session => session.Inputs.Contains(input));
        if (mine.End + definition.AllowedLateness.Ticks > Watermark) return true;
        _active.Remove(input);
        return false;
    }

    private List<(long Start, long End, List<WindowInput> Inputs)> Sessions(long gap)
    {
        var sessions = new List<(long Start, long End, List<WindowInput> Inputs)>();
        foreach (var input in _active.OrderBy(input => input.Time))
        {
            var time = input.Time.UtcTicks;
            if (sessions.Count > 0 && time < sessions[^1].End) sessions[^1] = (sessions[^1].Start, time + gap, [.. sessions[^1].Inputs, input]);
            else sessions.Add((time, time + gap, [input]));
        }

        return sessions;
    }
}
