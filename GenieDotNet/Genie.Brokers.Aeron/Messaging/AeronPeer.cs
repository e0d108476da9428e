using Genie.Brokers.Aeron.Client;

namespace Genie.Brokers.Aeron.Messaging;

/// <summary>A connection, as a listener sees it: the session that its messages come from, and the publication that takes the answers.</summary>
internal sealed class AeronPeer
{
    private readonly IAeronPublication _answers;
    private readonly int _listenerStreamId;
    private readonly Outbox _outbox;
    private bool _isWelcomed;
    private int _pending;

    public AeronPeer(int sessionId, IAeronPublication answers, int listenerStreamId, TimeSpan timeout)
    {
        (SessionId, _answers) = (sessionId, answers);
        _listenerStreamId = listenerStreamId;

        // What a connection's answers can amount to is bounded by the requests that it may have in flight.
        _outbox = new Outbox(int.MaxValue, timeout);
    }

    /// <summary>The session of its publication.</summary>
    public int SessionId { get; }

    /// <summary>True once nothing more comes from it: it said good-bye, or its publication ended.</summary>
    public bool IsSilent { get; set; }

    /// <summary>True once its publication ended.</summary>
    public bool IsGone { get; set; }

    /// <summary>True if nothing is owed to it, or nobody is there to take it.</summary>
    public bool IsServed => Volatile.Read(ref _pending) == 0 && (_outbox.IsEmpty || !_answers.IsConnected);

    /// <summary>A request was taken.</summary>
    public void OnRequest() => Interlocked.Increment(ref _pending);

    /// <summary>Sends an answer.</summary>
    public ValueTask AnswerAsync(ulong correlation, ReadOnlyMemory<byte> envelope)
    {
        try
        {
            return _outbox.PostAsync(correlation, envelope, CancellationToken.None);
        }
        finally
        {
            Interlocked.Decrement(ref _pending);
        }
    }

    /// <summary>Welcomes it once answers can reach it, and sends what waits. Called by the link's thread.</summary>
    /// <param name="mayWelcome">False while the listener stops.</param>
    public int DoWork(bool mayWelcome)
    {
        if (_isWelcomed) return _outbox.Drain();
        if (!mayWelcome || !_answers.IsConnected || _answers.Offer(StreamHead.Control, StreamHead.Welcome(_listenerStreamId)) != OfferOutcome.Sent) return 0;
        _isWelcomed = true;
        _outbox.SetRoutes([_answers]);
        return 1;
    }

    /// <summary>Tells it that the listener stops. Its answers wait in no bounded queue, so this one does not wait either.</summary>
    public void TellStopping()
    {
        if (MayStillSend) _ = _outbox.PostAsync(StreamHead.Control, StreamHead.Stopping(_listenerStreamId), CancellationToken.None).AsTask();
    }

    /// <summary>True if it may send and has not said that it will not: a listener that stops waits for that.</summary>
    public bool MayStillSend => _isWelcomed && !IsSilent;

    /// <summary>Lets go of it.</summary>
    public void Close()
    {
        _outbox.Close(new LinkLostException(AeronDrivers.Name, "the requester is gone"));
        _answers.Dispose();
    }
}
