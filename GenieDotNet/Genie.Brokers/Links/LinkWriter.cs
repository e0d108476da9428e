using System.Runtime.CompilerServices;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Links;

/// <summary>
/// The sending half of a link. A frame is written into a shared buffer under a short lock. Whoever finds nobody flushing
/// carries the buffer to the socket; the others leave their bytes to that one. So an idle link pays no hop and a busy
/// one sends large batches, without a timer or a setting.
/// </summary>
/// <remarks>
/// Frames go out in the order of the calls, also while callers wait for room. Two buffers alternate: one is filled while
/// the other is sent. Nothing is allocated per frame, except for a caller that has to wait.
/// </remarks>
public sealed class LinkWriter : IThreadPoolWorkItem, IHeldOutput
{
    private const int InitialBytes = 16 * 1024;
    private const int KeptBytesMax = 1024 * 1024;
    private const int HeldBytesMax = 16 * 1024;

    private readonly Lock _lock = new();
    private readonly Stream _stream;
    private readonly int _unflushedBytesMax;
    private readonly Action<Exception> _onError;
    private readonly LinkTrailer? _trailer;
    private readonly int _trailerBytesMax;
    private readonly LinkedList<WaitingFrame> _waiting = new();
    private readonly List<TaskCompletionSource> _drainers = [];
    private readonly Action<WaitingFrame> _remove;
    private readonly Action _endWrite;
    private byte[] _filling = new byte[InitialBytes];
    private byte[] _sending = new byte[InitialBytes];
    private int _length;
    private bool _flushing;
    private bool _held;
    private Exception? _closed;
    private long _batches;

    // Of the flusher who does not wait: there is one at a time.
    private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _write;

    /// <summary>Creates a writer, the only one of its stream.</summary>
    /// <param name="stream">See <see cref="LinkTransport.Stream"/>.</param>
    /// <param name="unflushedBytesMax">Writers wait when this much has not been sent.</param>
    /// <param name="onError">Told what made a write to the stream fail; it should <see cref="Close"/> the writer.</param>
    /// <param name="trailer">Adds bytes at the end of each batch, or null.</param>
    /// <param name="trailerBytesMax">What the trailer adds at most.</param>
    public LinkWriter(Stream stream, int unflushedBytesMax, Action<Exception> onError, LinkTrailer? trailer = null, int trailerBytesMax = 0)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(unflushedBytesMax);
        _stream = stream;
        _unflushedBytesMax = unflushedBytesMax;
        _onError = onError;
        _trailer = trailer;
        _trailerBytesMax = trailerBytesMax;
        _remove = Remove;
        _endWrite = EndWrite;
    }

    /// <summary>Batches sent so far: one write to the stream each.</summary>
    public long Batches => Volatile.Read(ref _batches);

    /// <summary>True while bytes are on their way to the stream.</summary>
    internal bool IsFlushing => Volatile.Read(ref _flushing);

    /// <summary>
    /// Takes a frame. Completes when its bytes are in the buffer and a flush is under way; waits first where too much is unsent.
    /// </summary>
    /// <param name="frame">What to write. Memory it refers to is the caller's again when the task completes.</param>
    /// <param name="flushBy">Who sends if nobody is at it.</param>
    /// <param name="cancellationToken">Ends the wait for room; a frame that was taken is sent.</param>
    /// <exception cref="BrokerException">The link has ended: the error given to <see cref="Close"/>.</exception>
    public ValueTask WriteAsync<TFrame>(in TFrame frame, FlushBy flushBy, CancellationToken cancellationToken)
        where TFrame : struct, ILinkFrame
    {
        if (cancellationToken.IsCancellationRequested) return ValueTask.FromCanceled(cancellationToken);
        lock (_lock)
        {
            if (_closed is not null) return ValueTask.FromException(BrokerException.ForAnother(_closed));

            // Bytes beyond the bound, or callers that came first, mean that somebody is flushing and will take this one too.
            if (_waiting.Count > 0 || _length >= _unflushedBytesMax)
            {
                var waiting = new WaitingFrame<TFrame>(frame, _remove);
                waiting.Node = _waiting.AddLast(waiting);
                return waiting.WaitAsync(cancellationToken);
            }

            _length += frame.Write(Room(frame.SizeMax));
            if (!TryBecomeFlusher(evenIfHeld: flushBy == FlushBy.Urgent)) return ValueTask.CompletedTask;
        }

        return Flush(flushBy);
    }

    /// <summary>Frames that wait for room.</summary>
    internal int Waiting
    {
        get
        {
            lock (_lock) return _waiting.Count;
        }
    }

    /// <summary>Keeps small batches back until <see cref="Release"/>: for the reader of the link, whose handlers answer many
    /// messages of one read, and for handlers of messages that wait together.</summary>
    public void Hold()
    {
        lock (_lock) _held = true;
    }

    /// <summary>Sends what <see cref="Hold"/> kept back.</summary>
    public ValueTask Release()
    {
        lock (_lock)
        {
            _held = false;
            if (_length == 0 || _closed is not null || !TryBecomeFlusher(evenIfHeld: false)) return ValueTask.CompletedTask;
        }

        return SendBatch();
    }

    /// <summary>Completes when everything written before has been handed to the operating system.</summary>
    /// <exception cref="BrokerException">The link ended before that.</exception>
    public async ValueTask DrainAsync(CancellationToken cancellationToken)
    {
        var drained = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_lock)
        {
            if (_closed is not null) throw BrokerException.ForAnother(_closed);
            if (!_flushing && _length == 0) return;
            _drainers.Add(drained);
        }

        await drained.Task.WaitAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Refuses further frames and fails those that wait. The first error given stays.</summary>
    public void Close(Exception error)
    {
        WaitingFrame[] abandoned;
        TaskCompletionSource[] drainers;
        lock (_lock)
        {
            if (_closed is not null) return;
            _closed = error;
            abandoned = [.. _waiting];
            drainers = [.. _drainers];
            _waiting.Clear();
            _drainers.Clear();
        }

        foreach (var frame in abandoned) frame.TryFail(BrokerException.ForAnother(error));
        foreach (var drainer in drainers) drainer.TrySetException(BrokerException.ForAnother(error));
    }

    void IThreadPoolWorkItem.Execute() => _ = SendUntilIdleAsync();

    // A frame whose caller waits no longer is nobody's: neither it nor the memory it refers to is kept.
    private void Remove(WaitingFrame frame)
    {
        lock (_lock)
        {
            if (frame.Node?.List is not null) _waiting.Remove(frame.Node);
        }
    }

    private bool TryBecomeFlusher(bool evenIfHeld)
    {
        if (_flushing || (_held && !evenIfHeld && _length < HeldBytesMax)) return false;
        return _flushing = true;
    }

    private Span<byte> Room(int bytes)
    {
        var needed = _length + bytes;
        if (needed > _filling.Length)
        {
            var larger = GC.AllocateUninitializedArray<byte>((int)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)needed));
            _filling.AsSpan(0, _length).CopyTo(larger);
            _filling = larger;
        }

        return _filling.AsSpan(_length, bytes);
    }

    private ValueTask Flush(FlushBy flushBy)
    {
        if (flushBy != FlushBy.Caller)
        {
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
            return ValueTask.CompletedTask;
        }

        try
        {
            var write = WriteBatch();
            if (!write.IsCompletedSuccessfully)
            {
                // Its bytes are in the buffer: no caller waits for a server that takes nothing.
                LeaveWrite(write);
                return ValueTask.CompletedTask;
            }

            write.GetAwaiter().GetResult();
        }
        catch (Exception error)
        {
            return ValueTask.FromException(Fail(error));
        }

        if (!TryEndFlush()) ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        return ValueTask.CompletedTask;
    }

    private void LeaveWrite(ValueTask write)
    {
        _write = write.ConfigureAwait(false).GetAwaiter();
        if (_write.IsCompleted) EndWrite();
        else _write.UnsafeOnCompleted(_endWrite);
    }

    private void EndWrite()
    {
        try
        {
            _write.GetResult();
        }
        catch (Exception error)
        {
            Fail(error);
            return;
        }

        if (!TryEndFlush()) ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    /// <summary>Sends one batch. What came meanwhile is the thread pool's: no caller flushes for others without end.</summary>
    private ValueTask SendBatch()
    {
        try
        {
            var write = WriteBatch();
            if (!write.IsCompletedSuccessfully) return SendBatchSlowlyAsync(write);
            write.GetAwaiter().GetResult();
        }
        catch (Exception error)
        {
            return ValueTask.FromException(Fail(error));
        }

        if (!TryEndFlush()) ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
        return ValueTask.CompletedTask;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendBatchSlowlyAsync(ValueTask write)
    {
        try
        {
            await write.ConfigureAwait(false);
        }
        catch (Exception error)
        {
            throw Fail(error);
        }

        if (!TryEndFlush()) ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    private async Task SendUntilIdleAsync()
    {
        try
        {
            do
            {
                await WriteBatch().ConfigureAwait(false);
            }
            while (!TryEndFlush());
        }
        catch (Exception error)
        {
            Fail(error);
        }
    }

    private ValueTask WriteBatch()
    {
        int length;
        lock (_lock)
        {
            if (_trailer is not null) _length += _trailer(Room(_trailerBytesMax));
            length = _length;
            (_filling, _sending) = (_sending, _filling);
            _length = 0;
            TakeWaiting();
        }

        Interlocked.Increment(ref _batches);
        return _stream.WriteAsync(_sending.AsMemory(0, length), CancellationToken.None);
    }

    private void TakeWaiting()
    {
        // One large message must not hold its memory for ever.
        if (_filling.Length > Math.Max(KeptBytesMax, 4 * _unflushedBytesMax)) _filling = new byte[InitialBytes];
        while (_length < _unflushedBytesMax && _waiting.First is { Value: var waiting })
        {
            _waiting.RemoveFirst();
            if (!waiting.TryClaim()) continue;
            _length += waiting.Write(Room(waiting.SizeMax));
            waiting.TrySetResult();
        }
    }

    /// <summary>True if nothing is left to send; else the one who asked goes on flushing.</summary>
    private bool TryEndFlush()
    {
        lock (_lock)
        {
            if (_length > 0 && _closed is null) return false;
            _flushing = false;
            foreach (var drained in _drainers) drained.TrySetResult();
            _drainers.Clear();
            return true;
        }
    }

    private Exception Fail(Exception error)
    {
        _onError(error);
        lock (_lock)
        {
            _flushing = false;
            return _closed ?? error;
        }
    }
}
