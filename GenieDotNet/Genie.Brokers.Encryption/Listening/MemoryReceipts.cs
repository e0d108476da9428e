using Genie.Brokers.Encryption.Protocol;
using Genie.Genuine.Identities;
using Genie.Genuine.Storage;

namespace Genie.Brokers.Encryption.Listening;

/// <summary>
/// Receipts for as long as the process lives. Of too many senders the one not heard of for longest is forgotten, and what new senders opened before his last connection is refused
/// from then on, so that nothing forgotten can come again. Connections are of their senders' clocks: those from a time to come are in a half of the room, and are not forgotten before that
/// time is there, or whoever's clock runs ahead could shut all others out until then.
/// </summary>
internal sealed class MemoryReceipts(EncryptionOptions options) : IReceipts
{
    private readonly Lock _lock = new();
    private readonly Dictionary<PublicIdentity, Remembered> _senders = [];
    private readonly LinkedList<Remembered> _byUse = [];
    private readonly PriorityQueue<Remembered, long> _ahead = new();
    private long _floor = long.MinValue;

    public ValueTask<long> ClaimAsync(PublicIdentity sender, MessageStamp stamp, List<StateChange> changes, CancellationToken cancellationToken)
    {
        var now = options.Clock.GetUtcNow();
        var expires = (now + options.PreKeys.RotationPeriod + options.PreKeys.GracePeriod).ToUnixTimeMilliseconds();
        lock (_lock)
        {
            return new(Use(sender, stamp, now.ToUnixTimeMilliseconds()).Claim(stamp, options.Order, now.ToUnixTimeMilliseconds(), expires, options.ConnectionsPerSenderMax));
        }
    }

    public ValueTask ReleaseAsync(PublicIdentity sender, MessageStamp stamp, CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            if (_senders.TryGetValue(sender, out var known)) known.Receipts.Release(stamp);
        }

        return ValueTask.CompletedTask;
    }

    public ValueTask<ulong> CountUnhandledAsync(PublicIdentity sender, MessageStamp stamp, CancellationToken cancellationToken)
    {
        lock (_lock) return new(_senders.TryGetValue(sender, out var known) ? known.Receipts.CountUnhandled(stamp.Connection, stamp.Number) : stamp.Number);
    }

    private SenderReceipts Use(PublicIdentity sender, in MessageStamp stamp, long now)
    {
        SettleAhead(now);
        var isAhead = stamp.Connection.Created > now;
        var isKnown = _senders.TryGetValue(sender, out var known);
        if (!isKnown && stamp.Connection.Created <= _floor) throw new RefusedException(RefusalReason.ForgottenConnection, sender);
        if (isAhead && known is not { Place: null } && _ahead.Count >= Math.Max(1, options.SendersMax / 2)) throw new RefusedException(RefusalReason.TooNew, sender);
        if (!isKnown)
        {
            if (_senders.Count >= options.SendersMax) RemoveOldest(now);
            _senders[sender] = known = new Remembered(sender, _floor);
        }
        else if (known!.Place is { } place)
        {
            _byUse.Remove(place);
        }
        else
        {
            return known.Receipts;
        }

        known.Place = isAhead ? null : _byUse.AddLast(known);
        if (isAhead) _ahead.Enqueue(known, stamp.Connection.Created);
        return known.Receipts;
    }

    /// <summary>Those whose time is there are as all others.</summary>
    private void SettleAhead(long now)
    {
        while (_ahead.TryPeek(out var first, out var time) && time <= now)
        {
            _ahead.Dequeue();
            if (first.Receipts.Newest > now) _ahead.Enqueue(first, first.Receipts.Newest);
            else first.Place = _byUse.AddLast(first);
        }
    }

    private void RemoveOldest(long now)
    {
        var oldest = _byUse.First?.Value ?? _ahead.Dequeue();
        if (oldest.Place is { } place) _byUse.Remove(place);
        _senders.Remove(oldest.Sender);
        if (!oldest.Receipts.HasExpired(now)) _floor = Math.Max(_floor, oldest.Receipts.Newest);
    }

    /// <summary>A sender.</summary>
    private sealed class Remembered(PublicIdentity sender, long floor)
    {
        public PublicIdentity Sender => sender;

        public SenderReceipts Receipts { get; } = new(floor);

        /// <summary>Its place among those that may be forgotten; null for one with a connection from a time to come.</summary>
        public LinkedListNode<Remembered>? Place { get; set; }
    }
}
