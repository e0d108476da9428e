namespace Genie.Datagrams.Zones.Client;

/// <summary>The messages between a client and its entity, by number, whatever servers they go through. Safe for concurrent callers.</summary>
internal sealed class Conversation(int maxPending, int maxInFlight)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<long, ReadOnlyMemory<byte>> _pending = [];
    private long _last;
    private long _confirmed;
    private long _delivered;
    private long _next = 1;
    private long _sent;
    private long _resent;

    /// <summary>Of this run of the client.</summary>
    public ulong Session { get; } = BitConverter.ToUInt64(System.Security.Cryptography.RandomNumberGenerator.GetBytes(sizeof(ulong)));

    /// <summary>Messages to the entity up to this one are kept.</summary>
    public long Confirmed
    {
        get
        {
            lock (_gate) return _confirmed;
        }
    }

    /// <summary>Messages of the entity up to this one have arrived.</summary>
    public long Delivered
    {
        get
        {
            lock (_gate) return _delivered;
        }
    }

    public int Pending
    {
        get
        {
            lock (_gate) return _pending.Count;
        }
    }

    /// <summary>Messages that were sent more than once.</summary>
    public long Resent
    {
        get
        {
            lock (_gate) return _resent;
        }
    }

    /// <summary>Takes a message to be sent.</summary>
    /// <returns>Its number.</returns>
    public long Add(ReadOnlySpan<byte> message)
    {
        if (message.Length > ZoneLimits.MaxMessageBytes) throw new ZoneException($"A message of {message.Length:N0} bytes exceeds {ZoneLimits.MaxMessageBytes:N0}: send it in parts.", isTransient: false);
        lock (_gate)
        {
            if (_pending.Count == maxPending) throw new ZoneException($"{maxPending:N0} messages are not confirmed: send again when some are, or raise MaxPendingMessages.", isTransient: true);
            _pending.Add(++_last, message.ToArray());
            return _last;
        }
    }

    /// <summary>The next message to be sent, if there is one and few enough are under way.</summary>
    public bool TryPeek(out long number, out ReadOnlyMemory<byte> message)
    {
        lock (_gate)
        {
            (number, message) = (_next, default);
            return _next <= _confirmed + maxInFlight && _pending.TryGetValue(_next, out message);
        }
    }

    /// <summary>The message that was peeked at has been sent.</summary>
    public void Advance()
    {
        lock (_gate)
        {
            if (_next <= _sent) _resent++;
            _sent = Math.Max(_sent, _next++);
        }
    }

    /// <summary>A server has handled messages up to a number: those after it are sent again.</summary>
    public void Rewind(long received)
    {
        lock (_gate) _next = Math.Clamp(received, _confirmed, _last) + 1;
    }

    /// <returns>False if that was known.</returns>
    public bool Confirm(long number)
    {
        lock (_gate)
        {
            var confirmed = Math.Min(number, _last);
            if (confirmed <= _confirmed) return false;
            while (_confirmed < confirmed) _pending.Remove(++_confirmed);
            _next = Math.Max(_next, _confirmed + 1);
            return true;
        }
    }

    /// <summary>A message of the entity has arrived.</summary>
    /// <returns>False if it has before, or another is missing.</returns>
    public bool Deliver(long number)
    {
        lock (_gate)
        {
            if (number != _delivered + 1) return false;
            _delivered = number;
            return true;
        }
    }
}
