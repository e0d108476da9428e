using System.Buffers.Binary;

namespace Genie.Relay.Interop;

/// <summary>A stream of gRPC's messages, that notes of each whether it is compressed. Source: gRPC over HTTP2, "Length-Prefixed-Message".</summary>
public sealed class CompressionFlagStream(Stream inner) : Stream
{
    private const int PrefixBytes = 5;

    private readonly byte[] _prefix = new byte[PrefixBytes];
    private readonly List<bool> _flags = [];
    private int _prefixLength;
    private uint _messageLeft;

    /// <summary>Of each message so far whether it is compressed.</summary>
    public IReadOnlyList<bool> Flags => _flags;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        var read = await inner.ReadAsync(buffer, cancellationToken);
        Note(buffer.Span[..read]);
        return read;
    }

    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) => ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing) inner.Dispose();
        base.Dispose(disposing);
    }

    private void Note(ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            if (_messageLeft > 0)
            {
                var skipped = (int)Math.Min(_messageLeft, (uint)bytes.Length);
                _messageLeft -= (uint)skipped;
                bytes = bytes[skipped..];
                continue;
            }

            _prefix[_prefixLength++] = bytes[0];
            bytes = bytes[1..];
            if (_prefixLength < PrefixBytes) continue;
            _flags.Add(_prefix[0] == 1);
            _messageLeft = BinaryPrimitives.ReadUInt32BigEndian(_prefix.AsSpan(1));
            _prefixLength = 0;
        }
    }
}
