using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Links;

/// <summary>A read of the link, to be awaited: while it is under way the thread that asked for it runs what the turn before it left.</summary>
internal readonly struct TurnRead : ICriticalNotifyCompletion
{
    private readonly ConfiguredValueTaskAwaitable<ReadResult>.ConfiguredValueTaskAwaiter _read;
    private readonly ReadTurn _turn;

    /// <summary>Wraps a read that was begun.</summary>
    public TurnRead(ValueTask<ReadResult> read, ReadTurn turn) => (_read, _turn) = (read.ConfigureAwait(false).GetAwaiter(), turn);

    /// <summary>True if there was something to read at once: then the pool runs what was left, and the loop goes on.</summary>
    public bool IsCompleted
    {
        get
        {
            if (!_read.IsCompleted) return false;
            _turn.HandOver();
            return true;
        }
    }

    /// <summary>This is its own awaiter.</summary>
    public TurnRead GetAwaiter() => this;

    /// <summary>What was read.</summary>
    public ReadResult GetResult() => _read.GetResult();

    /// <inheritdoc/>
    public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

    /// <inheritdoc/>
    public void UnsafeOnCompleted(Action continuation)
    {
        // Copies: once the continuation is known, another thread may be in the loop and this struct overwritten.
        var (read, left) = (_read, _turn.Take());
        read.UnsafeOnCompleted(continuation);
        left?.Execute();
    }
}
