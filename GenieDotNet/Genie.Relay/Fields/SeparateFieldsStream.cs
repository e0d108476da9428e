using System.Buffers;
using System.Buffers.Binary;

namespace Genie.Relay.Fields;

/// <summary>
/// A connection to a worker, on which several values of a key go as several fields. .NET's client joins them by a comma and a space, which changes what services read, and which
/// gRPC's C core takes, for binary values, as an error of the whole connection. Source of the frames: RFC 9113, 4.1 and 6.2.
/// </summary>
internal sealed class SeparateFieldsStream(Stream inner) : Stream
{
    private const int PrefaceBytes = 24;
    private const int FrameHeaderBytes = 9;
    private const int FramePayloadMax = 16_384;
    private const byte HeadersFrame = 1;
    private const byte ContinuationFrame = 9;
    private const byte EndHeadersFlag = 4;

    // Padding and priority stand before the fields; the client sends neither.
    private const byte PrefixedFlags = 0x28;

    private readonly ArrayBufferWriter<byte> _held = new();
    private readonly ArrayBufferWriter<byte> _block = new();
    private readonly ArrayBufferWriter<byte> _out = new();
    private int _prefaceLeft = PrefaceBytes;

    /// <inheritdoc/>
    public override bool CanRead => true;

    /// <inheritdoc/>
    public override bool CanSeek => false;

    /// <inheritdoc/>
    public override bool CanWrite => true;

    /// <inheritdoc/>
    public override long Length => throw new NotSupportedException();

    /// <inheritdoc/>
    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    /// <inheritdoc/>
    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var isHeld = _held.WrittenCount > 0;
        if (isHeld) _held.Write(buffer.Span);
        var bytes = isHeld ? _held.WrittenMemory : buffer;
        var whole = WholeLength(bytes.Span, out var hasMark);
        if (whole > 0)
        {
            await inner.WriteAsync(hasMark ? Separate(bytes.Span[..whole]) : bytes[..whole], cancellationToken).ConfigureAwait(false);
            _prefaceLeft = 0;
        }

        if (whole < bytes.Length) Hold(bytes[whole..].ToArray());
        else _held.ResetWrittenCount();
    }

    /// <inheritdoc/>
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => inner.ReadAsync(buffer, cancellationToken);

    /// <inheritdoc/>
    public override Task FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

    /// <inheritdoc/>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) => WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    /// <inheritdoc/>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) => ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException("It is read asynchronously.");

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException("It is written asynchronously.");

    /// <inheritdoc/>
    public override void Flush() => throw new NotSupportedException("It is written asynchronously.");

    /// <inheritdoc/>
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    /// <inheritdoc/>
    public override void SetLength(long value) => throw new NotSupportedException();

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing) inner.Dispose();
        base.Dispose(disposing);
    }

    private void Hold(byte[] rest)
    {
        _held.ResetWrittenCount();
        _held.Write(rest);
    }

    /// <summary>The length of what is complete: whole frames, of header fields whole blocks of them.</summary>
    private int WholeLength(ReadOnlySpan<byte> bytes, out bool hasMark)
    {
        hasMark = false;
        var position = _prefaceLeft;
        if (position > bytes.Length) return 0;
        var whole = position;
        while (Frame.TryRead(bytes[position..], out var frame))
        {
            position += FrameHeaderBytes + frame.Payload.Length;
            if (frame.HasFields) hasMark |= frame.Payload.Contains((byte)SeparateFields.Mark);
            if (!frame.HasFields || frame.IsLastOfBlock) whole = position;
        }

        return whole;
    }

    private ReadOnlyMemory<byte> Separate(ReadOnlySpan<byte> bytes)
    {
        _out.ResetWrittenCount();
        var position = _prefaceLeft;
        _out.Write(bytes[..position]);
        byte flags = 0;
        while (Frame.TryRead(bytes[position..], out var frame))
        {
            var length = FrameHeaderBytes + frame.Payload.Length;
            if (frame.HasFields)
            {
                if (frame.Type == HeadersFrame) flags = frame.Flags;
                _block.Write(frame.Payload);
                if (frame.IsLastOfBlock) WriteBlock(flags, frame.StreamId);
            }
            else
            {
                _out.Write(bytes.Slice(position, length));
            }

            position += length;
        }

        return _out.WrittenMemory;
    }

    private void WriteBlock(byte flags, ReadOnlySpan<byte> streamId)
    {
        var fields = new ArrayBufferWriter<byte>(_block.WrittenCount);
        SeparateFields.Write(_block.WrittenSpan, fields);
        _block.ResetWrittenCount();
        var rest = fields.WrittenSpan;
        for (var type = HeadersFrame; type == HeadersFrame || !rest.IsEmpty; type = ContinuationFrame)
        {
            var part = rest[..Math.Min(rest.Length, FramePayloadMax)];
            rest = rest[part.Length..];
            var own = type == HeadersFrame ? flags & ~EndHeadersFlag : 0;
            Frame.WriteHeader(_out, part.Length, type, (byte)(rest.IsEmpty ? own | EndHeadersFlag : own), streamId);
            _out.Write(part);
        }
    }

    /// <summary>One frame of what is written.</summary>
    private readonly ref struct Frame
    {
        public byte Type { get; private init; }

        public byte Flags { get; private init; }

        public ReadOnlySpan<byte> StreamId { get; private init; }

        public ReadOnlySpan<byte> Payload { get; private init; }

        public bool HasFields => Type == ContinuationFrame || (Type == HeadersFrame && (Flags & PrefixedFlags) == 0);

        public bool IsLastOfBlock => (Flags & EndHeadersFlag) != 0;

        public static bool TryRead(ReadOnlySpan<byte> bytes, out Frame frame)
        {
            frame = default;
            if (bytes.Length < FrameHeaderBytes) return false;
            var length = (int)(BinaryPrimitives.ReadUInt32BigEndian(bytes) >> 8);
            if (bytes.Length - FrameHeaderBytes < length) return false;
            frame = new Frame { Type = bytes[3], Flags = bytes[4], StreamId = bytes.Slice(5, 4), Payload = bytes.Slice(FrameHeaderBytes, length) };
            return true;
        }

        public static void WriteHeader(ArrayBufferWriter<byte> to, int length, byte type, byte flags, ReadOnlySpan<byte> streamId)
        {
            var header = to.GetSpan(FrameHeaderBytes);
            BinaryPrimitives.WriteUInt32BigEndian(header, (uint)length << 8);
            (header[3], header[4]) = (type, flags);
            streamId.CopyTo(header[5..]);
            to.Advance(FrameHeaderBytes);
        }
    }
}
