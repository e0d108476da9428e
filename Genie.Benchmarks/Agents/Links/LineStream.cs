using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Genie.Benchmarks.Agents.Links;

/// <summary>A stream of lines of JSON that becomes one of bytes: what was read beyond a line is what is read next. One reader, one writer.</summary>
/// <param name="inner">The stream, which it owns.</param>
internal sealed class LineStream(Stream inner) : Stream
{
    private const int LineBytesMax = 64 << 10;

    private readonly byte[] _buffer = new byte[LineBytesMax];
    private int _start;
    private int _end;

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

    /// <summary>Sends a message.</summary>
    /// <exception cref="IOException">The other side has gone.</exception>
    public async Task SendAsync<T>(T message, JsonTypeInfo<T> type, CancellationToken cancellationToken)
    {
        byte[] line = [.. JsonSerializer.SerializeToUtf8Bytes(message, type), (byte)'\n'];
        await inner.WriteAsync(line, cancellationToken).ConfigureAwait(false);
        await inner.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>The next message; null if the other side has gone.</summary>
    /// <exception cref="IOException">It is no such message, or longer than any.</exception>
    public async Task<T?> ReceiveAsync<T>(JsonTypeInfo<T> type, CancellationToken cancellationToken)
        where T : class
    {
        while (true)
        {
            var length = _buffer.AsSpan(_start, _end - _start).IndexOf((byte)'\n');
            if (length >= 0) return Parse(Take(length), type);
            if (_start > 0) Compact();
            if (_end == _buffer.Length) throw new IOException($"A message of more than {LineBytesMax >> 10} KiB came, which no agent sends.");
            var read = await inner.ReadAsync(_buffer.AsMemory(_end), cancellationToken).ConfigureAwait(false);
            if (read == 0) return null;
            _end += read;
        }
    }

    /// <inheritdoc/>
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (_start == _end) return await inner.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        var count = Math.Min(buffer.Length, _end - _start);
        _buffer.AsSpan(_start, count).CopyTo(buffer.Span);
        _start += count;
        return count;
    }

    /// <inheritdoc/>
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) => ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    /// <inheritdoc/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) => inner.WriteAsync(buffer, cancellationToken);

    /// <inheritdoc/>
    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) => inner.WriteAsync(buffer, offset, count, cancellationToken);

    /// <inheritdoc/>
    public override Task FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

    /// <inheritdoc/>
    public override void Flush() => inner.Flush();

    /// <inheritdoc/>
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException("It is read asynchronously.");

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException("It is written asynchronously.");

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

    private ReadOnlySpan<byte> Take(int length)
    {
        var line = _buffer.AsSpan(_start, length);
        _start += length + 1;
        return line;
    }

    private void Compact()
    {
        _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
        (_start, _end) = (0, _end - _start);
    }

    private static T? Parse<T>(ReadOnlySpan<byte> line, JsonTypeInfo<T> type)
        where T : class
    {
        try
        {
            return JsonSerializer.Deserialize(line, type);
        }
        catch (JsonException error)
        {
            throw new IOException($"What came is no {typeof(T).Name}: {error.Message}", error);
        }
    }
}
