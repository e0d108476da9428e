using System.Security.Cryptography;
using Genie.Genuine.Identities;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Handshake;

/// <summary>An identity's prekeys: makes bundles for others to begin with, rotates the signed prekey, and uses prekeys up when the first message comes. Safe for concurrent callers.</summary>
public sealed class PreKeys
{
    private readonly IPreKeyStore _store;
    private readonly PreKeyOptions _options;

    /// <summary>Makes bundles for an identity.</summary>
    /// <param name="identity">Whose prekeys they are.</param>
    /// <param name="store">Where their private halves are kept.</param>
    /// <param name="options">See there.</param>
    public PreKeys(IdentityKeyPair identity, IPreKeyStore store, PreKeyOptions? options = null)
    {
        Identity = identity;
        _store = store;
        _options = options ?? new PreKeyOptions();
    }

    internal IdentityKeyPair Identity { get; }

    internal TimeProvider Clock => _options.Clock;

    /// <summary>A bundle with a one-time prekey of its own, for one other party. Replaces the signed prekey when its time has come, and deletes those whose grace has ended.</summary>
    public async ValueTask<PreKeyBundle> CreateBundleAsync(CancellationToken cancellationToken = default)
    {
        var signed = await CurrentSignedAsync(cancellationToken).ConfigureAwait(false);
        var oneTime = Generate();
        await _store.AddOneTimeAsync(oneTime, _options.MaxOneTimePreKeys, cancellationToken).ConfigureAwait(false);
        return BundleOf(signed, oneTime);
    }

    /// <summary>A bundle without a one-time prekey, which any number of others may use. Their first messages are protected against replay by the store's memory alone (X3DH, section 4.2).</summary>
    public async ValueTask<PreKeyBundle> CreateSharedBundleAsync(CancellationToken cancellationToken = default) =>
        BundleOf(await CurrentSignedAsync(cancellationToken).ConfigureAwait(false), null);

    /// <summary>The private halves that a first message names, or null if either is gone.</summary>
    internal async ValueTask<(StoredPreKey Signed, StoredPreKey? OneTime)?> FindAsync(uint signedId, uint oneTimeId, CancellationToken cancellationToken)
    {
        if (await _store.FindSignedAsync(signedId, cancellationToken).ConfigureAwait(false) is not { } signed) return null;
        if (ExpiryOf(signed) < _options.Clock.GetUtcNow()) return null;
        if (oneTimeId == 0) return (signed, null);
        return await _store.FindOneTimeAsync(oneTimeId, cancellationToken).ConfigureAwait(false) is { } oneTime ? (signed, oneTime) : null;
    }

    internal DateTimeOffset ExpiryOf(StoredPreKey signed) => signed.Created + _options.RotationPeriod + _options.GracePeriod;

    internal ValueTask<bool> TryConsumeAsync(PreKeyUse use, CancellationToken cancellationToken) => _store.TryConsumeAsync(use, cancellationToken);

    private async ValueTask<StoredPreKey> CurrentSignedAsync(CancellationToken cancellationToken)
    {
        var now = _options.Clock.GetUtcNow();
        await _store.RemoveSignedBeforeAsync(now - _options.RotationPeriod - _options.GracePeriod, cancellationToken).ConfigureAwait(false);
        var latest = await _store.LatestSignedAsync(cancellationToken).ConfigureAwait(false);
        // Replaced early while half of its first messages are still to come: what others began has time to arrive.
        if (latest is not null && latest.Created + _options.RotationPeriod > now && latest.RememberedUses < PreKeyTable.MaxUses / 2) return latest;
        var fresh = Generate();
        await _store.AddSignedAsync(fresh, cancellationToken).ConfigureAwait(false);
        return fresh;
    }

    /// <summary>Numbers are random, so that they tell nobody how many there were.</summary>
    private StoredPreKey Generate()
    {
        using var pair = CryptoProviders.Best.GenerateKey();
        var privateKey = new byte[Sizes.Key];
        pair.ExportPrivateKey(privateKey);
        return new StoredPreKey((uint)RandomNumberGenerator.GetInt32(1, int.MaxValue), privateKey, _options.Clock.GetUtcNow());
    }

    private PreKeyBundle BundleOf(StoredPreKey signed, StoredPreKey? oneTime)
    {
        try
        {
            using var signedPair = CryptoProviders.Best.ImportKey(signed.PrivateKey.Span);
            using var oneTimePair = oneTime is null ? null : CryptoProviders.Best.ImportKey(oneTime.PrivateKey.Span);
            return PreKeyBundle.Create(Identity, signed.Id, signedPair.PublicKey, ExpiryOf(signed), oneTime?.Id ?? 0, oneTimePair is null ? default : oneTimePair.PublicKey);
        }
        finally
        {
            signed.Zero();
            oneTime?.Zero();
        }
    }
}
