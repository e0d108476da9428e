using Genie.Brokers.Ledger;

namespace Genie.Benchmarks.Load;

/// <summary>The slots of one publisher. One taker; slots come back from any thread.</summary>
internal sealed class SendWindow
{
    private readonly Lock _lock = new();
    private readonly Stack<PendingSend> _free;
    private readonly ReusableWaiter _waiter = new();
    private readonly int _size;
    private int _awaited;

    /// <summary>A window with all slots free.</summary>
    /// <param name="size">How many slots.</param>
    /// <param name="first">The first slot's message; the others' are its siblings.</param>
    /// <param name="completed">Called for each message that was confirmed or failed.</param>
    public SendWindow(int size, LedgeredMessage first, Action<PendingSend> completed)
    {
        _size = size;
        _free = new Stack<PendingSend>(size);
        for (var i = 0; i < size; i++) _free.Push(new PendingSend(i == 0 ? first : first.CreateSibling(), completed));
    }

    /// <summary>Takes a slot that is known to be free, after <see cref="WaitForOneAsync"/>.</summary>
    public PendingSend Take()
    {
        lock (_lock) return _free.Pop();
    }

    /// <summary>Completes when a slot is free.</summary>
    public ValueTask WaitForOneAsync() => WaitForAsync(1);

    /// <summary>Completes when all slots are free: nothing is pending.</summary>
    public ValueTask WaitForAllAsync() => WaitForAsync(_size);

    /// <summary>Gives a slot back.</summary>
    public void Return(PendingSend place)
    {
        lock (_lock)
        {
            _free.Push(place);
            if (_awaited == 0 || _free.Count < _awaited) return;
            _awaited = 0;
        }

        _waiter.Complete();
    }

    private ValueTask WaitForAsync(int places)
    {
        lock (_lock)
        {
            if (_free.Count >= places) return ValueTask.CompletedTask;
            _awaited = places;
            return _waiter.Begin();
        }
    }
}
