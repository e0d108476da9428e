namespace Genie.Brokers;

/// <summary>An answer in a pooled buffer. Dispose it once read; the bytes are another's after that.</summary>
public readonly struct Reply : IDisposable
{
    private readonly ReplyBuffer? _buffer;
    private readonly int _version;
    private readonly int _start;

    internal Reply(ReplyBuffer buffer)
        : this(buffer, buffer.Version, 0)
    {
    }

    private Reply(ReplyBuffer? buffer, int version, int start)
    {
        _buffer = buffer;
        _version = version;
        _start = start;
    }

    /// <summary>The answer's bytes, valid until <see cref="Dispose"/>.</summary>
    /// <exception cref="ObjectDisposedException">The reply, or a copy of it, was disposed.</exception>
    public ReadOnlyMemory<byte> Payload => _buffer is null ? default : _buffer.Read(_version)[_start..];

    /// <summary>A reply that holds a copy of <paramref name="payload"/>: for drivers that answer in place, and for tests.</summary>
    public static Reply Copy(ReadOnlySpan<byte> payload) => new(ReplyBuffer.Rent(payload));

    /// <summary>The same reply without its first bytes, for a layer that has read its own header. Dispose one of the two.</summary>
    internal Reply Skip(int bytes) => new(_buffer, _version, _start + bytes);

    /// <summary>Gives the buffer back; again, or on a copy, it does nothing.</summary>
    public void Dispose() => _buffer?.Return(_version);
}
