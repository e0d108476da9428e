using System.Security.Cryptography;
using Genie.Brokers.Encryption.Protocol;
using Genie.Genuine.Identities;
using Genie.Genuine.Storage;

namespace Genie.Brokers.Encryption.Listening;

/// <summary>Receipts in a store, a record for each sender, kept for as long as a message of his can come again.</summary>
internal sealed class StoredReceipts(SealedStore store, EncryptionOptions options) : IReceipts
{
    private const string Prefix = "receipts/";
    private const int NameSize = 16;
    private const int SweepEvery = 1_024;
    private int _added;

    public async ValueTask<long> ClaimAsync(PublicIdentity sender, MessageStamp stamp, List<StateChange> changes, CancellationToken cancellationToken)
    {
        var now = options.Clock.GetUtcNow();
        var expires = (now + options.PreKeys.RotationPeriod + options.PreKeys.GracePeriod).ToUnixTimeMilliseconds();
        var (receipts, version) = await ReadAsync(sender, cancellationToken).ConfigureAwait(false);
        if (receipts is null && Interlocked.Increment(ref _added) % SweepEvery == 1) await SweepAsync(now.ToUnixTimeMilliseconds(), cancellationToken).ConfigureAwait(false);
        receipts ??= new SenderReceipts();
        var missingBefore = receipts.Claim(stamp, options.Order, now.ToUnixTimeMilliseconds(), expires, options.ConnectionsPerSenderMax);
        changes.Add(store.Change(NameOf(sender), version, receipts.Write));
        return missingBefore;
    }

    public async ValueTask ReleaseAsync(PublicIdentity sender, MessageStamp stamp, CancellationToken cancellationToken)
    {
        while (true)
        {
            var (receipts, version) = await ReadAsync(sender, cancellationToken).ConfigureAwait(false);
            if (receipts is null) return;
            receipts.Release(stamp);
            if (await store.CommitAsync([store.Change(NameOf(sender), version, receipts.Write)], cancellationToken).ConfigureAwait(false)) return;
        }
    }

    public async ValueTask<ulong> CountUnhandledAsync(PublicIdentity sender, MessageStamp stamp, CancellationToken cancellationToken)
    {
        var (receipts, _) = await ReadAsync(sender, cancellationToken).ConfigureAwait(false);
        return receipts?.CountUnhandled(stamp.Connection, stamp.Number) ?? stamp.Number;
    }

    private static string NameOf(PublicIdentity sender) => Prefix + Convert.ToHexStringLower(SHA256.HashData(sender.Key).AsSpan(0, NameSize));

    private ValueTask<(SenderReceipts? Value, long Version)> ReadAsync(PublicIdentity sender, CancellationToken cancellationToken) =>
        store.ReadAsync(NameOf(sender), SenderReceipts.Read, cancellationToken);

    private async ValueTask SweepAsync(long now, CancellationToken cancellationToken)
    {
        foreach (var name in await store.Store.ListAsync(Prefix, cancellationToken).ConfigureAwait(false))
        {
            var (receipts, version) = await store.ReadAsync(name, SenderReceipts.Read, cancellationToken).ConfigureAwait(false);
            if (receipts is null || !receipts.HasExpired(now)) continue;
            await store.CommitAsync([new StateChange(name, version, null)], cancellationToken).ConfigureAwait(false);
        }
    }
}
