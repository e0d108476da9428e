using System.Text;

namespace Genie.Geocoding.Tests.Import;

/// <summary>A stream that is read only, of texts that come one after the other.</summary>
internal abstract class TextStream : Stream
{
    private byte[] _text = [];
    private int _place;

    /// <summary>Bytes read so far.</summary>
    public long Written { get; private set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => Written; set => throw new NotSupportedException(); }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        if (_place == _text.Length)
        {
            if (NextText() is not { } text) return 0;
            (_text, _place) = (Encoding.UTF8.GetBytes(text), 0);
        }

        var count = Math.Min(buffer.Length, _text.Length - _place);
        _text.AsSpan(_place, count).CopyTo(buffer);
        _place += count;
        Written += count;
        return count;
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected abstract string? NextText();
}
