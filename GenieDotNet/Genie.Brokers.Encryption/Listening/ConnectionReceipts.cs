using Genie.Genuine.Ratchet;

namespace Genie.Brokers.Encryption.Listening;

/// <summary>Which messages of a connection have been handled: all below a number but some that have not come. Not for concurrent callers.</summary>
internal sealed class ConnectionReceipts
{
    /// <summary>Of more that have not come, the oldest are given up.</summary>
    private const int MaxMissing = 1_024;

    private readonly SortedSet<ulong> _missing = [];
    private ulong _next;

    /// <summary>Until then a message of the connection can come again.</summary>
    public long Expires { get; set; }

    /// <summary>When it was last used, by a count that only grows.</summary>
    public long LastUse { get; set; }

    /// <summary>True if the message is to be handled now.</summary>
    /// <param name="number">Its number.</param>
    /// <param name="order">Whether one that was overtaken may still come.</param>
    /// <param name="missingBefore">How many between it and the last before it have not come.</param>
    /// <exception cref="RefusedException">It was handled before, or a later one was and the order is kept.</exception>
    public void Claim(ulong number, MessageOrder order, out long missingBefore)
    {
        missingBefore = 0;
        if (number >= _next)
        {
            missingBefore = (long)Math.Min(number - _next, long.MaxValue);
            for (var missing = Math.Max(_next, number - Math.Min(number, MaxMissing)); missing < number; missing++) _missing.Add(missing);
            while (_missing.Count > MaxMissing) _missing.Remove(_missing.Min);
            _next = checked(number + 1);
            return;
        }

        if (!_missing.Contains(number)) throw new RefusedException(RefusalReason.Known);
        if (order == MessageOrder.AsSent) throw new RefusedException(RefusalReason.Overtaken);
        _missing.Remove(number);
    }

    /// <summary>The message was not handled after all.</summary>
    public void Release(ulong number)
    {
        _missing.Add(number);
        while (_missing.Count > MaxMissing) _missing.Remove(_missing.Min);
    }

    /// <summary>How many of the first <paramref name="sent"/> messages were not handled.</summary>
    public ulong CountUnhandled(ulong sent) => (sent > _next ? sent - _next : 0) + (ulong)_missing.Count(number => number < sent);

    public void Write(StateWriter writer)
    {
        writer.Write((long)_next);
        writer.Write(Expires);
        writer.Write(LastUse);
        writer.Write((uint)_missing.Count);
        foreach (var number in _missing) writer.Write((long)number);
    }

    public static ConnectionReceipts Read(ref StateReader reader)
    {
        var receipts = new ConnectionReceipts { _next = (ulong)reader.ReadInt64(), Expires = reader.ReadInt64(), LastUse = reader.ReadInt64() };
        for (var left = reader.ReadCount(sizeof(ulong)); left > 0; left--) receipts._missing.Add((ulong)reader.ReadInt64());
        return receipts;
    }
}
