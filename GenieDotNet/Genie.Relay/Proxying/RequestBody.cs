using System.Buffers;
using System.IO.Pipelines;

namespace Genie.Relay.Proxying;

/// <summary>
/// A call's request: it knows whether any of it was taken, and, where it is kept, gives it from the beginning once more. Before it waits for more
/// from the client, what the worker was not sent yet is sent.
/// </summary>
internal sealed class RequestBody(PipeReader inner, int keptMax) : ReadOnlyStream
{
    private byte[]? _kept;
    private int _keptLength;
    private int _position;
    private bool _isTooLong;
    private bool _isTaken;

    /// <summary>Where it is written to at present; null: nowhere yet.</summary>
    public GatheringStream? Sink { get; set; }

    /// <summary>True if some of it was asked for since it last began.</summary>
    public bool WasRead { get; private set; }

    /// <summary>True if it can be sent from its beginning.</summary>
    public bool CanRewind => !_isTaken || (keptMax > 0 && !_isTooLong);

    /// <summary>True if the client ended it before its end.</summary>
    public bool IsClientGone { get; private set; }

    /// <summary>True if the client's bytes are no encoding of a request.</summary>
    public bool IsMalformed { get; private set; }

    /// <summary>Begins anew.</summary>
    public void Rewind() => (_position, WasRead, Sink) = (0, false, null);

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
        if (TryRead() is { } result) return Take(result, buffer.Span);
        if (Sink is not null) await Sink.SendAsync(cancellationToken).ConfigureAwait(false);
        return Take(await WaitAsync(cancellationToken).ConfigureAwait(false), buffer.Span);
    }

    /// <summary>Gives back what was kept.</summary>
    public void Release()
    {
        if (_kept is not null) ArrayPool<byte>.Shared.Return(_kept);
        (_kept, _keptLength, _position) = (null, 0, 0);
    }

    private ReadResult? TryRead()
    {
        try
        {
            return inner.TryRead(out var result) ? result : null;
        }
        catch
        {
            IsClientGone = true;
            throw;
        }
    }

    private async ValueTask<ReadResult> WaitAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await inner.ReadAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (InvalidDataException)
        {
            IsMalformed = true;
            throw;
        }
        catch when (!cancellationToken.IsCancellationRequested)
        {
            IsClientGone = true;
            throw;
        }
    }

    private int Take(ReadResult result, Span<byte> buffer)
    {
        var taken = result.Buffer.Slice(0, Math.Min(buffer.Length, result.Buffer.Length));
        var read = (int)taken.Length;
        taken.CopyTo(buffer);
        inner.AdvanceTo(taken.End);
        if (keptMax > 0 && read > 0) Keep(buffer[..read]);
        if (result.IsCanceled && read == 0) throw new OperationCanceledException("The request was cancelled while it was read.");
        return read;
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
