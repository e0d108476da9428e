using Genie.Brokers.Aeron.Client;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Aeron.Messaging;

/// <summary>
/// Messages on their way into publications. A caller offers its message itself; what is refused is copied and kept, in
/// order, and offered again by the link's thread until it is taken. When that many are kept, callers wait for room.
/// Nothing is dropped but by <see cref="Close"/> and <see cref="DropRequests"/>.
/// </summary>
/// <param name="keptMax">Messages kept at once.</param>
/// <param name="timeout">After this long without room a caller gets <see cref="RequestTimeoutException"/>.</param>
internal sealed class Outbox(int keptMax, TimeSpan timeout)
{
    private const int KeptBytesMax = 16 * 1024 * 1024;

    // The lock is the callers' too.
    private const int OfferedAtOnceMax = 256;

    private readonly Lock _lock = new();
    private readonly Queue<Kept> _kept = new();
    private readonly Queue<WaitingPost> _waiting = new();
    private readonly List<(long Mark, TaskCompletionSource Flushed)> _flushes = [];
    private IAeronPublication[] _routes = [];
    private Exception? _closed;
    private int _next;
    private long _keptBytes;
    private long _keptEver;
    private long _offeredEver;
    private int _outstanding;

    /// <summary>True if nothing is kept and nobody waits.</summary>
    public bool IsEmpty => Volatile.Read(ref _outstanding) == 0;

    /// <summary>Where messages may go. With several, each message goes to one, round robin; one that is behind is passed over.</summary>
    public void SetRoutes(IAeronPublication[] routes)
    {
        lock (_lock) _routes = routes;
    }

    /// <summary>Sends a message. Completes when it is in a log, or kept.</summary>
    /// <exception cref="RequestTimeoutException">There was no room for it; it was not sent.</exception>
    public ValueTask PostAsync(ulong prefix, ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        WaitingPost waiting;
        lock (_lock)
        {
            if (_closed is not null) throw _closed;
            if (_outstanding == 0 && TryOffer(prefix, message.Span)) return ValueTask.CompletedTask;
            if (_waiting.Count == 0 && HasRoomFor(message.Length))
            {
                Keep(prefix, message.Span);
                return ValueTask.CompletedTask;
            }

            waiting = new WaitingPost(prefix, message, Environment.TickCount64 + (long)timeout.TotalMilliseconds);
            _waiting.Enqueue(waiting);
            Count();
        }

        return waiting.WaitAsync(cancellationToken);
    }

    /// <summary>Offers what is kept, and takes in what waits. Called by the link's thread.</summary>
    /// <returns>How many were taken.</returns>
    public int Drain()
    {
        if (IsEmpty) return 0;
        lock (_lock)
        {
            var offered = 0;
            while (offered < OfferedAtOnceMax && _kept.TryPeek(out var next) && TryOffer(next.Prefix, next.Bytes.AsSpan(0, next.Length)))
            {
                Discard(_kept.Dequeue());
                offered++;
            }

            // Half of the room at once, so that those who wait are not woken one by one.
            if (_waiting.Count > 0 && _kept.Count <= keptMax / 2) TakeIn();
            Count();
            EndFlushes();
            return offered;
        }
    }

    /// <summary>Ends the waits of those whose time is over.</summary>
    public void FailOverdue(long nowMilliseconds)
    {
        if (IsEmpty) return;
        lock (_lock)
        {
            foreach (var post in _waiting)
            {
                if (post.DeadlineMilliseconds <= nowMilliseconds) post.TryFail(new RequestTimeoutException(AeronDrivers.Name, timeout));
            }
        }
    }

    /// <summary>Completes when what was posted before has been offered and taken.</summary>
    public Task FlushAsync()
    {
        lock (_lock)
        {
            if (_closed is not null) throw _closed;
            if (_outstanding == 0) return Task.CompletedTask;
            var flushed = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _flushes.Add((_keptEver + _waiting.Count, flushed));
            return flushed.Task;
        }
    }

    /// <summary>Drops requests: nobody awaits their answers any more. Those that wait for room get the error.</summary>
    public void DropRequests(Exception error)
    {
        lock (_lock)
        {
            foreach (var post in _waiting)
            {
                if (post.Prefix != StreamHead.OneWay) post.TryFail(error);
            }

            for (var left = _kept.Count; left > 0; left--)
            {
                var message = _kept.Dequeue();
                if (message.Prefix == StreamHead.OneWay) _kept.Enqueue(message);
                else Discard(message);
            }

            Count();
            EndFlushes();
        }
    }

    /// <summary>Drops everything; those who wait, and later callers, get the error.</summary>
    public void Close(Exception error)
    {
        lock (_lock)
        {
            if (_closed is not null) return;
            (_closed, _routes) = (error, []);
            while (_kept.TryDequeue(out var message)) Discard(message);
            while (_waiting.TryDequeue(out var post)) post.TryFail(error);

            foreach (var (_, flushed) in _flushes) flushed.TrySetException(error);
            _flushes.Clear();
            Count();
        }
    }

    private bool TryOffer(ulong prefix, ReadOnlySpan<byte> message)
    {
        var routes = _routes;
        for (var i = 0; i < routes.Length; i++)
        {
            var index = (_next + i) % routes.Length;
            if (routes[index].Offer(prefix, message) != OfferOutcome.Sent) continue;
            _next = index + 1;
            return true;
        }

        return false;
    }

    private bool HasRoomFor(int bytes) => _kept.Count < keptMax && (_kept.Count == 0 || _keptBytes + bytes <= KeptBytesMax);

    private void TakeIn()
    {
        while (_waiting.TryPeek(out var post) && HasRoomFor(post.Message.Length))
        {
            _waiting.Dequeue();
            if (post.TryClaim())
            {
                Keep(post.Prefix, post.Message.Span);
                post.SetResult();
            }
            else
            {
                // Given up by its sender: it counts as if it had been sent, for the flushes behind it.
                _keptEver++;
                _offeredEver++;
            }
        }
    }

    private void Keep(ulong prefix, ReadOnlySpan<byte> message)
    {
        _kept.Enqueue(new Kept(prefix, MessageBuffers.RentCopy(message), message.Length));
        _keptBytes += message.Length;
        _keptEver++;
        Count();
    }

    private void Discard(Kept message)
    {
        _keptBytes -= message.Length;
        _offeredEver++;
        MessageBuffers.Return(message.Bytes);
    }

    private void Count() => Volatile.Write(ref _outstanding, _kept.Count + _waiting.Count);

    private void EndFlushes() => _flushes.RemoveAll(flush => flush.Mark <= _offeredEver && flush.Flushed.TrySetResult());

    private readonly record struct Kept(ulong Prefix, byte[] Bytes, int Length);
}
