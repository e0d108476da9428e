namespace Genie.Rpc.Quic;

/// <summary>
/// Whether a stream waits for a call, carries one, or takes no more of them. A call either enters, and is answered, or is refused, whatever ends
/// the stream at the same time.
/// </summary>
internal sealed class CallGate
{
    private const int Waiting = 0;
    private const int Carrying = 1;
    private const int Closed = 2;

    private int _state;
    private volatile bool _isClosing;

    /// <summary>True unless a call is being handled.</summary>
    public bool IsBetweenCalls => Volatile.Read(ref _state) != Carrying;

    /// <summary>True once no further call is taken.</summary>
    public bool IsClosing => _isClosing;

    /// <summary>Takes a call that was read. False: it is to be refused.</summary>
    public bool TryEnter() => Interlocked.CompareExchange(ref _state, Carrying, Waiting) == Waiting;

    /// <summary>The call has ended. False: no further one is taken.</summary>
    public bool TryLeave()
    {
        // A full fence, as is that of Close: one of the two sides sees the other.
        Interlocked.Exchange(ref _state, Waiting);
        return !_isClosing;
    }

    /// <summary>Takes no further call. True if none is being handled: whoever waits for one is to be woken.</summary>
    public bool Close()
    {
        _isClosing = true;
        return Interlocked.CompareExchange(ref _state, Closed, Waiting) == Waiting;
    }
}
