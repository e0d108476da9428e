namespace Genie.Datagrams.Zones;

/// <summary>Messages to a client, numbered without gaps, until it acknowledges them.</summary>
internal sealed class Outbox
{
    private readonly Queue<ReadOnlyMemory<byte>> _messages;
    private long _bytes;

    /// <param name="first">The number of the first message.</param>
    /// <param name="messages">Messages that are in the store.</param>
    public Outbox(long first, IReadOnlyList<ReadOnlyMemory<byte>> messages)
    {
        (First, _messages, _bytes) = (first, new Queue<ReadOnlyMemory<byte>>(messages), messages.Sum(message => (long)message.Length));
        Kept = Last;
    }

    /// <summary>The number of the first message that is not acknowledged, or of the next one.</summary>
    public long First { get; private set; }

    public long Last => First + _messages.Count - 1;

    /// <summary>Those up to this one are in the store, and may be sent.</summary>
    public long Kept { get; private set; }

    public void Add(ReadOnlySpan<byte> message)
    {
        if (message.Length > ZoneLimits.MaxMessageBytes) throw new ZoneException($"A message of {message.Length:N0} bytes exceeds {ZoneLimits.MaxMessageBytes:N0}: send it in parts.", isTransient: false);
        if (_messages.Count == ZoneLimits.MaxOutboxMessages || _bytes + message.Length > ZoneLimits.MaxOutboxBytes)
            throw new ZoneException($"{_messages.Count:N0} messages with {_bytes:N0} bytes are not acknowledged by the client: send again when it is attached and has read them, or publish what may be lost.", isTransient: true);
        _messages.Enqueue(message.ToArray());
        _bytes += message.Length;
    }

    public ReadOnlyMemory<byte>[] ToArray() => [.. _messages];

    /// <summary>The messages that may be sent, from a number on.</summary>
    public IEnumerable<ReadOnlyMemory<byte>> From(long number) => _messages.Skip((int)(number - First)).Take((int)Math.Max(0, Kept - number + 1));

    public void Keep(long last) => Kept = Math.Max(Kept, Math.Min(last, Last));

    /// <summary>The client has all messages up to a number.</summary>
    public void Acknowledge(long number)
    {
        while (First <= number && First <= Kept)
        {
            _bytes -= _messages.Dequeue().Length;
            First++;
        }
    }

    /// <summary>Another run of the client: what it is sent has other numbers.</summary>
    public void Renumber(long first) => (First, Kept) = (first, Kept - First + first);
}
