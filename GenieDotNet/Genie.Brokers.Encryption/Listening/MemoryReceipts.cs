using Genie.Brokers.Encryption.Protocol;
using Genie.Genuine.Identities;
using Genie.Genuine.Storage;

namespace Genie.Brokers.Encryption.Listening;

/// <summary>Receipts for as long as the process lives.</summary>
internal sealed class MemoryReceipts(EncryptionOptions options) : IReceipts
{
    private readonly Lock _lock = new();
    private readonly Dictionary<PublicIdentity, LinkedListNode<(PublicIdentity Sender, SenderReceipts Receipts)>> _senders = [];
    private readonly LinkedList<(PublicIdentity Sender, SenderReceipts Receipts)> _byUse = [];
    private long _floor = long.MinValue;

    public ValueTask<long> ClaimAsync(PublicIdentity sender, MessageStamp stamp, List<StateChange> changes, CancellationToken cancellationToken)
    {
        var now = options.Clock.GetUtcNow();
        var expires = (now + options.PreKeys.RotationPeriod + options.PreKeys.GracePeriod).ToUnixTimeMilliseconds();
        lock (_lock)
        {
            return new(Use(sender, stamp).Claim(stamp, options.Order, now.ToUnixTimeMilliseconds(), expires, options.ConnectionsPerSenderMax));
        }
    }

    public ValueTask ReleaseAsync(PublicIdentity sender, MessageStamp stamp, CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            if (_senders.TryGetValue(sender, out var node)) node.Value.Receipts.Release(stamp);
        }

        return ValueTask.CompletedTask;
    }

    public ValueTask<ulong> CountUnhandledAsync(PublicIdentity sender, MessageStamp stamp, CancellationToken cancellationToken)
    {
        lock (_lock) return new(_senders.TryGetValue(sender, out var node) ? node.Value.Receipts.CountUnhandled(stamp.Connection, stamp.Number) : stamp.Number);
    }

    private SenderReceipts Use(PublicIdentity sender, MessageStamp stamp)
    {
        if (_senders.TryGetValue(sender, out var node))
        {
            _byUse.Remove(node);
            _byUse.AddLast(node);
            return node.Value.Receipts;
        }

        if (stamp.Connection.Created <= _floor) throw new RefusedException(RefusalReason.ForgottenConnection, sender);
        if (_senders.Count >= options.SendersMax) RemoveOldest();
        _senders[sender] = _byUse.AddLast((sender, new SenderReceipts()));
        return _senders[sender].Value.Receipts;
    }

    private void RemoveOldest()
    {
        var (sender, receipts) = _byUse.First!.Value;
        _byUse.RemoveFirst();
        _senders.Remove(sender);
        if (!receipts.HasExpired(options.Clock.GetUtcNow().ToUnixTimeMilliseconds())) _floor = Math.Max(_floor, receipts.Newest);
    }
}
