namespace DatagramEcho;

/// <summary>
/// Reliable messages of one length, which have the low byte of their number at either end: they must come whole, once and in order. Written by one thread; taken by one thread, which may
/// be another, and may run inside of native code: a wrong one is told when they are counted.
/// </summary>
internal sealed class ReliableMessages
{
    private long _written;
    private long _count;
    private int _bytes;
    private string? _failure;

    /// <summary>Messages that have reached the server.</summary>
    /// <exception cref="InvalidDataException">One was wrong.</exception>
    public long Count
    {
        get
        {
            var count = Volatile.Read(ref _count);
            return Volatile.Read(ref _failure) is { } failure ? throw new InvalidDataException(failure) : count;
        }
    }

    /// <summary>Bytes of a message; 0 before the first.</summary>
    public int Bytes => Volatile.Read(ref _bytes);

    /// <summary>Makes a message the next one.</summary>
    public void WriteNext(Span<byte> message)
    {
        Volatile.Write(ref _bytes, message.Length);
        message[0] = message[^1] = (byte)_written++;
    }

    /// <summary>Takes a message.</summary>
    public void Take(ReadOnlySpan<byte> message) => Take(message.Length, message.IsEmpty ? default : message[0], message.IsEmpty ? default : message[^1]);

    /// <summary>Takes a message that came in parts.</summary>
    public void Take(int bytes, byte first, byte last)
    {
        var expected = (byte)_count;
        if (bytes != Bytes) Volatile.Write(ref _failure, $"A reliable message of {Bytes} bytes came with {bytes}.");
        else if (first != expected || last != expected) Volatile.Write(ref _failure, $"Reliable message {_count} came out of order, or differs: it begins with {first} and ends with {last} instead of {expected}.");
        Volatile.Write(ref _count, _count + 1);
    }
}
