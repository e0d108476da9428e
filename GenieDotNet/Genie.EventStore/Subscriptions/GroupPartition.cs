using System.Threading.Channels;

namespace Genie.EventStore.Subscriptions;

/// <summary>
/// A partition that this consumer holds: its events wait here in their order, and are handled one after the other. All but the handling
/// happens under the session's lock.
/// </summary>
internal sealed class GroupPartition
{
    private readonly Channel<RecordedEvent> _queue;
    private readonly Func<RecordedEvent, CancellationToken, Task> _handle;
    private readonly Action _drained;
    private long _enqueued;
    private long _handled;
    private int _waiting;
    private volatile bool _isFollowed;
    private volatile bool _isStopping;

    /// <summary>Begins to handle what comes.</summary>
    /// <param name="number">The partition.</param>
    /// <param name="checkpoint">All up to here is handled.</param>
    /// <param name="queueEvents">Events that may wait.</param>
    /// <param name="handle">Handles an event, through all attempts.</param>
    /// <param name="drained">Called when a partition that was left behind has room again.</param>
    /// <param name="cancellationToken">Ends the handling.</param>
    public GroupPartition(int number, long checkpoint, int queueEvents, Func<RecordedEvent, CancellationToken, Task> handle, Action drained, CancellationToken cancellationToken)
    {
        Number = number;
        _enqueued = _handled = Saved = checkpoint;
        (_handle, _drained) = (handle, drained);
        _queue = Channel.CreateBounded<RecordedEvent>(new BoundedChannelOptions(queueEvents) { SingleReader = true, SingleWriter = true });
        Handling = Task.Run(() => HandleAsync(cancellationToken), CancellationToken.None);
    }

    public int Number { get; }

    /// <summary>Ends when it was told to stop, or was cancelled, or with a failure that ends the consumer.</summary>
    public Task Handling { get; }

    /// <summary>The checkpoint that was saved last.</summary>
    public long Saved { get; set; }

    /// <summary>True from <see cref="Stop"/> on.</summary>
    public bool IsStopping => _isStopping;

    /// <summary>Where a reader must begin that is to bring all of its events.</summary>
    /// <param name="readUpTo">How far the reader before had come.</param>
    public long Follow(long readUpTo)
    {
        if (_isFollowed) _enqueued = Math.Max(_enqueued, readUpTo);
        _isFollowed = true;
        return _enqueued;
    }

    /// <summary>Gives it an event of its streams, unless it has had it, or leaves events to a later reader.</summary>
    /// <returns>False if it has no room.</returns>
    public bool TryOffer(RecordedEvent recorded)
    {
        if (!_isFollowed || recorded.Position <= _enqueued) return true;
        Interlocked.Increment(ref _waiting);
        if (_queue.Writer.TryWrite(recorded))
        {
            _enqueued = recorded.Position;
            return true;
        }

        CountDown();
        return false;
    }

    /// <summary>Completes when there may be room, or none will be.</summary>
    public async Task WaitForRoomAsync(CancellationToken cancellationToken) => await _queue.Writer.WaitToWriteAsync(cancellationToken).ConfigureAwait(false);

    /// <summary>Leaves what comes now to a later reader, so that the other partitions need not wait.</summary>
    public void LeaveBehind()
    {
        Interlocked.Increment(ref _waiting);
        _isFollowed = false;
        CountDown();
    }

    /// <summary>How far everything is handled.</summary>
    /// <param name="readUpTo">How far the reader has come.</param>
    public long HandledUpTo(long readUpTo) =>
        _isFollowed && Volatile.Read(ref _waiting) == 0 ? Math.Max(_enqueued, readUpTo) : Volatile.Read(ref _handled);

    /// <summary>Lets the event under way be finished, and handles no other.</summary>
    public void Stop()
    {
        (_isStopping, _isFollowed) = (true, false);
        _queue.Writer.TryComplete();
    }

    private async Task HandleAsync(CancellationToken cancellationToken)
    {
        await foreach (var each in _queue.Reader.ReadAllAsync(cancellationToken).ConfigureAwait(false))
        {
            if (_isStopping) return;
            await _handle(each, cancellationToken).ConfigureAwait(false);
            Volatile.Write(ref _handled, each.Position);
            CountDown();
        }
    }

    private void CountDown()
    {
        if (Interlocked.Decrement(ref _waiting) == 0 && !_isFollowed && !_isStopping) _drained();
    }
}
