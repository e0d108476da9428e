using System.Buffers.Text;
using System.Collections.Concurrent;

namespace Genie.Brokers.ActiveMQ.Wire;

/// <summary>The rare frames that await a receipt each: SUBSCRIBE, UNSUBSCRIBE, DISCONNECT, flushes. Their receipts are short
/// numbers, those of messages sixteen digits.</summary>
internal sealed class StompCommands
{
    private readonly ConcurrentDictionary<int, TaskCompletionSource> _pending = new();
    private int _last;

    /// <summary>Begins a command: the number for its receipt header, and what completes with the receipt.</summary>
    public (int Receipt, Task Done) Begin()
    {
        var receipt = Interlocked.Increment(ref _last);
        var done = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _pending[receipt] = done;
        return (receipt, done.Task);
    }

    /// <summary>Ends the command of a receipt; false if there is none.</summary>
    public bool TryEnd(ReadOnlySpan<byte> receiptId, BrokerException? error)
    {
        if (!Utf8Parser.TryParse(receiptId, out int receipt, out var consumed) || consumed != receiptId.Length || !_pending.TryRemove(receipt, out var done)) return false;
        if (error is null) done.TrySetResult();
        else done.TrySetException(error);
        return true;
    }
}
