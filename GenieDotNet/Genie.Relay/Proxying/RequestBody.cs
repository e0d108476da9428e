using System.Buffers;

namespace Genie.Relay.Proxying;

/// <summary>A call's request: it knows whether any of it was taken, and, where it is kept, gives it from the beginning once more.</summary>
internal sealed class RequestBody(Stream inner, int keptMax) : Stream
{
    private byte[]? _kept;
    private int _keptLength;
    private int _position;
    private bool _isTooLong;
    private bool _isTaken;

    /// <summary>True if some of it was asked for since it last began.</summary>
    public bool WasRead { get; private set; }

    /// <summary>True if it can be sent from its beginning.</summary>
    public bool CanRewind => !_isTaken || (keptMax > 0 && !_isTooLong);

    /// <inheritdoc/>
    public override bool CanRead => true;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => false;

    /// <inheritdoc/>
    public override long Length => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    /// <summary>Begins anew.</summary>
    public void Rewind() => (_position, WasRead) = (0, false);

    /// <inheritdoc/>
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (buffer.Length > 0) WasRead = true;
        if (_position < _keptLength)
        {
            var length = Math.Min(buffer.Length, _keptLength - _position);
            _kept.AsSpan(_position, length).CopyTo(buffer.Span);
            _position += length;
            return length;
        }

        if (buffer.Length > 0) _isTaken = true;
        var read = await inner.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        if (keptMax > 0 && read > 0) Keep(buffer.Span[..read]);
        return read;
    }

    /// <inheritdoc/>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException("Requests are read asynchronously.");

    /// <inheritdoc/>
    public override void Flush()
    {
    }

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    /// <summary>Gives back what was kept.</summary>
    public void Release()
    {
        if (_kept is not null) ArrayPool<byte>.Shared.Return(_kept);
        (_kept, _keptLength, _position) = (null, 0, 0);
    }

    private void Keep(ReadOnlySpan<byte> bytes)
    {
        if (_isTooLong || _keptLength + bytes.Length > keptMax)
        {
            _isTooLong = true;
            return;
        }

        if (_kept is null || _kept.Length < _keptLength + bytes.Length)
        {
            var larger = ArrayPool<byte>.Shared.Rent(Math.Max(_keptLength + bytes.Length, 1024));
            _kept.AsSpan(0, _keptLength).CopyTo(larger);
            if (_kept is not null) ArrayPool<byte>.Shared.Return(_kept);
            _kept = larger;
        }

        bytes.CopyTo(_kept.AsSpan(_keptLength));
        _keptLength += bytes.Length;
        _position = _keptLength;
    }
}
