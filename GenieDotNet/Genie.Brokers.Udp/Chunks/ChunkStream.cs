using System.Buffers;
using System.Buffers.Binary;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Genie.Brokers.Links;

namespace Genie.Brokers.Udp.Chunks;

/// <summary>
/// A stream of bytes each way over a connection that carries messages. A sender may be ahead of the other side's reader by that one's receive window and
/// waits then, which the transports themselves do not know: they hand over whatever arrives (compare RFC 9000, section 4.1).
/// </summary>
/// <remarks>One reader and one writer at a time.</remarks>
internal sealed class ChunkStream : Stream
{
    /// <summary>The smallest receive window.</summary>
    public const int WindowBytesMin = 4 * ChunkBytes;

    /// <summary>The largest.</summary>
    public const int WindowBytesMax = 32 * 1024 * 1024;

    /// <summary>The largest message given to the transport: some datagrams, so that a part of a large write is read before its last byte came.</summary>
    public const int ChunkBytes = 16 * 1024;

    // Of the usual 4 KiB a full window has more than the shared pool keeps, and they were made anew whenever the reader was late.
    private const int SegmentBytes = 32 * 1024;

    private readonly Lock _lock = new();
    private readonly IChunkCarrier _carrier;
    private readonly int _windowBytes;
    private readonly Pipe _incoming = new(new PipeOptions(minimumSegmentSize: SegmentBytes, pauseWriterThreshold: 0, resumeWriterThreshold: 0, useSynchronizationContext: false));
    private readonly TaskCompletionSource<Exception?> _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private TaskCompletionSource? _limitRaised;
    private Exception? _ended;
    private long _endsAt = long.MaxValue;
    private long _received;
    private long _consumed;
    private long _announced;
    private long _sent;
    private long _sendLimit;

    public ChunkStream(IChunkCarrier carrier, int windowBytes) => (_carrier, _windowBytes) = (carrier, windowBytes);

    /// <summary>As a link, whose end ends the connection.</summary>
    /// <param name="options">Where it leads.</param>
    /// <param name="releaseAsync">Closes what lies under the connection, where that is the link's alone.</param>
    public LinkTransport AsLink(LinkOptions options, Func<ValueTask>? releaseAsync = null) =>
        LinkTransport.Over(this, options, new LinkEnding(CompleteWrites, () => Abort(new LinkLostException(UdpDrivers.Name, "it was closed")), releaseAsync));

    /// <summary>Completes with null when the connection stands, or with what prevented it.</summary>
    public Task<Exception?> Opened => _opened.Task;

    public override bool CanRead => true;

    public override bool CanWrite => true;

    public override bool CanSeek => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    /// <summary>The connection stands: from now on the other side may send.</summary>
    public void Open()
    {
        Announce(_windowBytes);
        _opened.TrySetResult(null);
    }

    /// <summary>A message has arrived, on one thread at a time.</summary>
    public void Receive(ReadOnlySpan<byte> message, ChunkLane lane)
    {
        var isTaken = lane switch
        {
            ChunkLane.Bytes => TryKeep(message),
            ChunkLane.Limit when message.Length == sizeof(long) => Raise(BinaryPrimitives.ReadInt64BigEndian(message)),
            ChunkLane.End when message.Length == sizeof(long) => TryEndAt(BinaryPrimitives.ReadInt64BigEndian(message)),
            _ => false,
        };
        if (!isTaken) Abort(new BrokerProtocolException(UdpDrivers.Name, "a message that no stream has"));
    }

    /// <summary>The connection has ended, or could not be opened: what was not read is lost, reads and writes fail.</summary>
    public void Fail(Exception error)
    {
        TaskCompletionSource? waiting;
        lock (_lock)
        {
            if (_ended is not null) return;
            _ended = error;
            waiting = _limitRaised;
            if (_received < _endsAt) _incoming.Writer.Complete(error);
        }

        waiting?.TrySetResult();
        _opened.TrySetResult(error);
    }

    /// <summary>Tells the other side that nothing follows what was written.</summary>
    public void CompleteWrites()
    {
        if (Volatile.Read(ref _ended) is null) Tell(ChunkLane.End, _sent);
    }

    /// <summary>Ends the connection at once.</summary>
    public void Abort(Exception error)
    {
        Fail(error);
        _carrier.End();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var result = await _incoming.Reader.ReadAsync(cancellationToken).ConfigureAwait(false);
        var length = (int)Math.Min(buffer.Length, result.Buffer.Length);
        var taken = result.Buffer.Slice(0, length);
        taken.CopyTo(buffer.Span);
        _incoming.Reader.AdvanceTo(taken.End);
        _consumed += length;

        // Not for every read: the other side has half a window left when it is told.
        if (_consumed + _windowBytes - _announced >= _windowBytes / 2) Announce(_consumed + _windowBytes);
        return length;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        while (buffer.Length > 0)
        {
            var room = Room(out var raised);
            if (room == 0)
            {
                await raised.WaitAsync(cancellationToken).ConfigureAwait(false);
                continue;
            }

            var chunk = buffer[..(int)Math.Min(buffer.Length, Math.Min(room, ChunkBytes))];
            _carrier.Send(chunk.Span, ChunkLane.Bytes);
            _sent += chunk.Length;
            buffer = buffer[chunk.Length..];
        }
    }

    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            Abort(new ObjectDisposedException(nameof(ChunkStream)));
            _incoming.Reader.Complete();
        }

        base.Dispose(disposing);
    }

    /// <summary>Bytes that may be sent; where there are none, a task that completes when that has changed.</summary>
    private long Room(out Task raised)
    {
        lock (_lock)
        {
            if (_ended is { } error) throw error is BrokerException ? BrokerException.ForAnother(error) : new IOException(error.Message, error);
            raised = Task.CompletedTask;
            if (_sendLimit == _sent)
            {
                _limitRaised = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                raised = _limitRaised.Task;
            }

            return _sendLimit - _sent;
        }
    }

    private bool Raise(long limit)
    {
        TaskCompletionSource? waiting;
        lock (_lock)
        {
            if (limit <= _sendLimit) return true;
            _sendLimit = limit;
            (waiting, _limitRaised) = (_limitRaised, null);
        }

        waiting?.TrySetResult();
        return true;
    }

    private bool TryKeep(ReadOnlySpan<byte> bytes)
    {
        lock (_lock)
        {
            // Nothing after the end is nothing still: the pipe would not take it.
            if (_ended is not null || bytes.IsEmpty) return true;
            _received += bytes.Length;
            if (_received > Math.Min(_endsAt, Volatile.Read(ref _announced))) return false;
            _incoming.Writer.Write(bytes);
            var flushed = _incoming.Writer.FlushAsync();
            if (_received == _endsAt) _incoming.Writer.Complete();
            return flushed.IsCompleted;
        }
    }

    private bool TryEndAt(long bytes)
    {
        lock (_lock)
        {
            if (_ended is not null) return true;
            if (_endsAt != long.MaxValue || bytes < _received) return false;
            _endsAt = bytes;
            if (_received == _endsAt) _incoming.Writer.Complete();
            return true;
        }
    }

    private void Announce(long limit)
    {
        Volatile.Write(ref _announced, limit);
        Tell(ChunkLane.Limit, limit);
    }

    private void Tell(ChunkLane lane, long bytes)
    {
        Span<byte> message = stackalloc byte[sizeof(long)];
        BinaryPrimitives.WriteInt64BigEndian(message, bytes);
        try
        {
            _carrier.Send(message, lane);
        }
        catch (IOException)
        {
            // The other side was first: whoever reads or writes on is told.
        }
    }
}
