namespace Genie.Extensions.Genius.Streams.Journal;

/// <summary>
/// Inputs of one key, which take effect in the order of their times: when the watermark, the latest one's time less what others may come behind it, has
/// reached them. What comes behind the watermark is late.
/// </summary>
/// <typeparam name="TInput">An input.</typeparam>
/// <typeparam name="TReply">What effects are added to.</typeparam>
/// <param name="outOfOrder">How far behind the latest input others may come and be in order.</param>
/// <param name="waitingMax">The most inputs that wait; beyond that the earliest takes effect and moves the watermark.</param>
internal abstract class WatermarkedState<TInput, TReply>(TimeSpan outOfOrder, int waitingMax)
{
    private readonly List<TInput> _waiting = [];

    /// <summary>How far time has come.</summary>
    protected long WatermarkTicks { get; private set; } = long.MinValue;

    /// <summary>Inputs that wait for the watermark, in the order of their times.</summary>
    protected IReadOnlyList<TInput> Waiting => _waiting;

    /// <summary>The first input that waits behind a time; the number of those that wait: none does.</summary>
    protected int IndexBehind(long ticks) => _waiting.FindLastIndex(other => TicksOf(other) <= ticks) + 1;

    /// <summary>Takes on a saved state.</summary>
    protected void Load(long watermarkTicks, IEnumerable<TInput> waiting)
    {
        WatermarkTicks = watermarkTicks;
        _waiting.Clear();
        _waiting.AddRange(waiting);
    }

    /// <summary>Takes an input in.</summary>
    /// <returns>False if it is late: it changes nothing.</returns>
    protected bool TryTake(TInput input, TReply reply)
    {
        var ticks = TicksOf(input);
        if (ticks < WatermarkTicks) return false;

        // Behind those of the same time, which came before.
        _waiting.Insert(IndexBehind(ticks), input);
        Advance(TicksOf(_waiting[^1]) - outOfOrder.Ticks, reply);
        if (_waiting.Count > waitingMax) Advance(TicksOf(_waiting[0]), reply);
        return true;
    }

    /// <summary>Moves the watermark; it never goes back.</summary>
    protected void Advance(long watermarkTicks, TReply reply)
    {
        if (watermarkTicks < WatermarkTicks) return;
        WatermarkTicks = watermarkTicks;
        var count = 0;
        for (; count < _waiting.Count && TicksOf(_waiting[count]) <= watermarkTicks; count++)
        {
            Pass(TicksOf(_waiting[count]), reply);
            TakeEffect(_waiting[count], reply);
        }

        _waiting.RemoveRange(0, count);
        Pass(watermarkTicks, reply);
    }

    /// <summary>An input's time.</summary>
    protected abstract long TicksOf(TInput input);

    /// <summary>What happens by itself up to a time.</summary>
    protected abstract void Pass(long untilTicks, TReply reply);

    /// <summary>An input whose time has come.</summary>
    protected abstract void TakeEffect(TInput input, TReply reply);
}
