using System.Runtime.CompilerServices;
using Genie.Brokers.Ledger;

namespace Genie.Benchmarks.Load;

/// <summary>One slot of a publisher's window: a message and its confirmation to come. Reused; nothing is allocated per message.</summary>
internal sealed class PendingSend
{
    private readonly Action _onCompleted;
    private readonly Action<PendingSend> _completed;
    private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _awaiter;

    /// <summary>An empty place.</summary>
    /// <param name="message">Its message.</param>
    /// <param name="completed">Called when the confirmation, or an error, has come; then calls <see cref="GetResult"/>.</param>
    public PendingSend(LedgeredMessage message, Action<PendingSend> completed)
    {
        Message = message;
        _completed = completed;
        _onCompleted = () => _completed(this);
    }

    /// <summary>The message, the caller's to fill while nothing is pending.</summary>
    public LedgeredMessage Message { get; }

    /// <summary>When it was to be sent.</summary>
    public long StartTimestamp { get; private set; }

    /// <summary>Calls back once <paramref name="send"/> has ended, before returning if it has.</summary>
    public void Await(ValueTask send, long startTimestamp)
    {
        StartTimestamp = startTimestamp;
        _awaiter = send.ConfigureAwait(false).GetAwaiter();
        if (_awaiter.IsCompleted) _completed(this);
        else _awaiter.UnsafeOnCompleted(_onCompleted);
    }

    /// <summary>Throws if the send failed. Called once, when it has ended.</summary>
    public void GetResult()
    {
        var awaiter = _awaiter;
        _awaiter = default;
        awaiter.GetResult();
    }
}
