using Genie.Extensions.Genius.Messages;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>A window that still takes events, and what they amount to.</summary>
internal sealed class OpenWindow(long startTicks, long endTicks, int itemsMax)
{
    private DistinctCounter _distinct = new();
    private readonly TopCounter _top = new(itemsMax);

    public long StartTicks { get; private set; } = startTicks;

    public long EndTicks { get; private set; } = endTicks;

    public int Revision { get; private set; }

    /// <summary>True if its result, as its span is now, was reported.</summary>
    public bool IsReported { get; private set; }

    public long Count { get; private set; }

    public double Sum { get; private set; }

    public double Min { get; private set; } = double.PositiveInfinity;

    public double Max { get; private set; } = double.NegativeInfinity;

    public void Add(WindowEntry entry)
    {
        Count++;
        Sum += entry.Value;
        (Min, Max) = (Math.Min(Min, entry.Value), Math.Max(Max, entry.Value));
        if (!entry.HasItem) return;
        _distinct.Add(ItemHash.Of(entry.Item));
        _top.Add(entry.Item);
    }

    /// <summary>Takes another one in.</summary>
    public void Merge(OpenWindow other)
    {
        (StartTicks, EndTicks) = (Math.Min(StartTicks, other.StartTicks), Math.Max(EndTicks, other.EndTicks));
        Revision = Math.Max(Revision, other.Revision);
        Count += other.Count;
        Sum += other.Sum;
        (Min, Max) = (Math.Min(Min, other.Min), Math.Max(Max, other.Max));
        _distinct.Merge(other._distinct);
        _top.Merge(other._top);
        IsReported = false;
    }

    /// <summary>Its result as it is now.</summary>
    public WindowOutcome Report(int topItems)
    {
        IsReported = true;
        Revision++;
        var outcome = new WindowOutcome
        {
            StartTicks = StartTicks,
            EndTicks = EndTicks,
            Revision = Revision,
            Count = Count,
            Sum = Sum,
            Min = Min,
            Max = Max,
            Distinct = _distinct.Count,
        };
        outcome.Top.AddRange(_top.Items.Take(topItems).Select(ToMessage));
        return outcome;
    }

    /// <summary>Says that its result counts no more.</summary>
    public WindowOutcome Retract() => new() { StartTicks = StartTicks, EndTicks = EndTicks, Revision = ++Revision, IsRetracted = true };

    public WindowSaved Save()
    {
        var saved = new WindowSaved
        {
            StartTicks = StartTicks,
            EndTicks = EndTicks,
            Revision = Revision,
            IsReported = IsReported,
            Count = Count,
            Sum = Sum,
            Min = Min,
            Max = Max,
            Registers = ByteString.CopyFrom(_distinct.Sketch),
        };
        if (_distinct.Hashes is { } hashes) saved.Hashes.AddRange(hashes);
        saved.Items.AddRange(_top.Items.Select(ToMessage));
        return saved;
    }

    public static OpenWindow Load(WindowSaved saved, int itemsMax)
    {
        var window = new OpenWindow(saved.StartTicks, saved.EndTicks, itemsMax)
        {
            Revision = saved.Revision,
            IsReported = saved.IsReported,
            Count = saved.Count,
            Sum = saved.Sum,
            Min = saved.Min,
            Max = saved.Max,
            _distinct = DistinctCounter.Restore(saved.Hashes, saved.Registers.Span),
        };
        foreach (var item in saved.Items) window._top.Restore(new ItemCount(item.Item, item.Count, item.Error));
        return window;
    }

    private static WindowItem ToMessage(ItemCount item) => new() { Item = item.Item, Count = item.Count, Error = item.Error };
}
