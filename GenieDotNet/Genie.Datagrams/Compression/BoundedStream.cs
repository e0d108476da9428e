namespace Genie.Datagrams.Compression;

/// <summary>Memory as a stream: what is written beyond its end is only noted, as an exception for each message that does not compress would cost more than all else.</summary>
internal sealed unsafe class BoundedStream(byte* start, int length) : Stream
{
    private int _position;

    public bool HasOverflowed { get; private set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => length;

    public override long Position
    {
        get => _position;
        set => throw new NotSupportedException();
    }

    public override int Read(Span<byte> buffer)
    {
        var left = new ReadOnlySpan<byte>(start + _position, length - _position);
        var count = Math.Min(left.Length, buffer.Length);
        left[..count].CopyTo(buffer);
        _position += count;
        return count;
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        HasOverflowed |= !buffer.TryCopyTo(new Span<byte>(start + _position, length - _position));
        if (!HasOverflowed) _position += buffer.Length;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
