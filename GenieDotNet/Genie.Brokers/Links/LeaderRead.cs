using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Links;

/// <summary>A read of the link, to be awaited. Its thread stops being the leader with it: whoever completes the read goes on in the loop, and
/// this thread runs the continuation that its batch has left.</summary>
internal readonly struct LeaderRead : ICriticalNotifyCompletion
{
    private readonly ConfiguredValueTaskAwaitable<ReadResult>.ConfiguredValueTaskAwaiter _read;
    private readonly ContinuationDispatcher _dispatcher;

    /// <summary>Wraps a read that was begun.</summary>
    public LeaderRead(ValueTask<ReadResult> read, ContinuationDispatcher dispatcher) => (_read, _dispatcher) = (read.ConfigureAwait(false).GetAwaiter(), dispatcher);

    /// <summary>True if there was something to read at once: then the pool runs what was left, and the loop goes on.</summary>
    public bool IsCompleted
    {
        get
        {
            if (!_read.IsCompleted) return false;
            _dispatcher.QueueLast();
            return true;
        }
    }

    /// <summary>This is its own awaiter.</summary>
    public LeaderRead GetAwaiter() => this;

    /// <summary>What was read.</summary>
    public ReadResult GetResult() => _read.GetResult();

    /// <inheritdoc/>
    public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

    /// <inheritdoc/>
    public void UnsafeOnCompleted(Action continuation)
    {
        // Copies: once the continuation is known, another thread may be in the loop and this struct overwritten.
        var (read, left) = (_read, _dispatcher.TakeLast());
        read.UnsafeOnCompleted(continuation);
        left?.Execute();
    }
}
