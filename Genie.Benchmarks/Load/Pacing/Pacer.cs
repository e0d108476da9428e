using System.Diagnostics;

namespace Genie.Benchmarks.Load.Pacing;

/// <summary>
/// Wakes senders at their intended times. One thread sleeps until the earliest is due and then wakes all that are, so
/// that a high rate costs few wake-ups and an idle sender costs none.
/// </summary>
internal sealed class Pacer : IDisposable
{
    private readonly Lock _lock = new();
    private readonly PriorityQueue<ReusableWaiter, long> _waiting;
    private readonly AutoResetEvent _arrived = new(false);
    private readonly List<ReusableWaiter> _due;
    private readonly Thread _thread;
    private volatile bool _disposed;

    /// <summary>Starts the thread.</summary>
    /// <param name="senders">How many can wait at once; nothing is allocated later.</param>
    public Pacer(int senders)
    {
        _waiting = new PriorityQueue<ReusableWaiter, long>(senders);
        _due = new List<ReusableWaiter>(senders);
        _thread = new Thread(Run) { IsBackground = true, Name = "pacer", Priority = ThreadPriority.AboveNormal };
        _thread.Start();
    }

    /// <summary>Completes at <paramref name="timestamp"/>, at once if that has passed.</summary>
    public ValueTask WaitUntilAsync(ReusableWaiter waiter, long timestamp)
    {
        if (Stopwatch.GetTimestamp() >= timestamp) return ValueTask.CompletedTask;
        ValueTask task;
        bool isEarliest;
        lock (_lock)
        {
            if (_disposed) return ValueTask.CompletedTask;
            task = waiter.Begin();
            _waiting.Enqueue(waiter, timestamp);
            isEarliest = ReferenceEquals(_waiting.Peek(), waiter);
        }

        // Intended times are given out in rising order: one that is earlier than all others nearly always met an empty queue.
        if (isEarliest) _arrived.Set();
        return task;
    }

    /// <summary>Ends the thread; who still waits is woken at once.</summary>
    public void Dispose()
    {
        if (_disposed) return;
        _disposed = true;
        _arrived.Set();
        _thread.Join();
        _arrived.Dispose();
    }

    private void Run()
    {
        PreciseSleep.PrepareThread();
        while (!_disposed)
        {
            if (NextDue() is not { } due) _arrived.WaitOne();
            else if (due > Stopwatch.GetTimestamp()) Sleep(due);
            WakeUpTo(Stopwatch.GetTimestamp());
        }

        WakeUpTo(long.MaxValue);
    }

    private static void Sleep(long due)
    {
        // Long sleeps are cut, so that ending never waits for a slow schedule's next request.
        var limit = Stopwatch.GetTimestamp() + (Stopwatch.Frequency / 20);
        PreciseSleep.Until(Math.Min(due, limit));
    }

    private long? NextDue()
    {
        lock (_lock) return _waiting.TryPeek(out _, out var due) ? due : null;
    }

    private void WakeUpTo(long timestamp)
    {
        lock (_lock)
        {
            while (_waiting.TryPeek(out var waiter, out var due) && due <= timestamp)
            {
                _waiting.Dequeue();
                _due.Add(waiter);
            }
        }

        foreach (var waiter in _due) waiter.Complete();
        _due.Clear();
    }
}
