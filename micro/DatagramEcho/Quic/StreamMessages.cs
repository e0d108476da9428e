namespace DatagramEcho;

/// <summary>Finds the messages in a stream of bytes: all have one length.</summary>
internal sealed class StreamMessages(ReliableMessages messages)
{
    private int _taken;
    private byte _first;

    /// <summary>Takes the bytes that follow those that were taken before.</summary>
    public void Take(ReadOnlySpan<byte> bytes)
    {
        for (var length = messages.Bytes; !bytes.IsEmpty;)
        {
            if (_taken == 0) _first = bytes[0];
            var part = Math.Min(length - _taken, bytes.Length);
            _taken += part;
            if (_taken == length)
            {
                messages.Take(length, _first, bytes[part - 1]);
                _taken = 0;
            }

            bytes = bytes[part..];
        }
    }
}
