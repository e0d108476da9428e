using System.Security.Cryptography;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;
using Genie.Genuine.Primitives;
using Genie.Genuine.Ratchet;
using Genie.Genuine.Storage;

namespace Genie.Genuine.Conversations;

/// <summary>
/// Conversations of one identity in a store, together with its prekeys: every message changes all that it changes in one step, which is
/// kept before the message or its plaintext is given out. After a crash at any moment each conversation goes on. Several processes may
/// share a store that several processes may use. Safe for concurrent callers.
/// </summary>
/// <remarks>A plaintext whose caller ended before it was handled is not given out again: whoever needs that acknowledges by a message of his own.</remarks>
public sealed class StoredConversations : IDisposable
{
    private readonly IdentityKeyPair _identity;
    private readonly IStateStore _store;
    private readonly byte[] _storageKey;
    private readonly RatchetOptions _options;
    private readonly StatePreKeyStore _preKeyStore;
    private readonly PreKeys _preKeys;
    private bool _disposed;

    /// <summary>Conversations in a store.</summary>
    /// <param name="identity">Whose they are. It stays the caller's.</param>
    /// <param name="store">Where they are kept. It stays the caller's.</param>
    /// <param name="storageKey">32 secret bytes, which seal them.</param>
    /// <param name="preKeyOptions">See there.</param>
    /// <param name="options">Both sides need the same choice of encrypted headers.</param>
    public StoredConversations(IdentityKeyPair identity, IStateStore store, ReadOnlySpan<byte> storageKey, PreKeyOptions? preKeyOptions = null, RatchetOptions? options = null)
    {
        (_identity, _store, _options) = (identity, store, options ?? new RatchetOptions());
        _preKeyStore = new StatePreKeyStore(store, storageKey);
        _storageKey = storageKey.ToArray();
        _preKeys = new PreKeys(identity, _preKeyStore, preKeyOptions);
    }

    /// <summary>A bundle with a one-time prekey of its own, for one other party.</summary>
    public ValueTask<PreKeyBundle> CreateBundleAsync(CancellationToken cancellationToken = default) => _preKeys.CreateBundleAsync(cancellationToken);

    /// <summary>A bundle without a one-time prekey, which any number of others may use.</summary>
    public ValueTask<PreKeyBundle> CreateSharedBundleAsync(CancellationToken cancellationToken = default) => _preKeys.CreateSharedBundleAsync(cancellationToken);

    /// <summary>Begins with another's bundle.</summary>
    /// <exception cref="KeyRefusedException">It has expired, or a key of it is no honest one.</exception>
    public async ValueTask StartAsync(PreKeyBundle bundle, CancellationToken cancellationToken = default) =>
        await ChangeAsync(bundle.Identity, (conversation, _) =>
        {
            conversation.Start(bundle);
            return new ValueTask<byte[]>([]);
        }, cancellationToken).ConfigureAwait(false);

    /// <summary>Encrypts a message.</summary>
    /// <param name="peer">For whom.</param>
    /// <param name="plaintext">The message.</param>
    /// <param name="associatedData">Authenticated and not sent: the other side must name the same.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="SessionNotReadyException">Neither side has begun.</exception>
    public ValueTask<byte[]> EncryptAsync(
        PublicIdentity peer, ReadOnlyMemory<byte> plaintext, ReadOnlyMemory<byte> associatedData = default, CancellationToken cancellationToken = default) =>
        ChangeAsync(peer, (conversation, _) => new ValueTask<byte[]>(conversation.Encrypt(plaintext.Span, associatedData.Span)), cancellationToken);

    /// <summary>Decrypts a message.</summary>
    /// <param name="peer">From whom.</param>
    /// <param name="message">What the other side's Encrypt made.</param>
    /// <param name="associatedData">What it named.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="MessageRefusedException">Not from the other side, changed, or read before. Nothing has changed.</exception>
    public ValueTask<byte[]> DecryptAsync(
        PublicIdentity peer, ReadOnlyMemory<byte> message, ReadOnlyMemory<byte> associatedData = default, CancellationToken cancellationToken = default) =>
        ChangeAsync(peer, (conversation, changes) => conversation.DecryptAsync(message, associatedData, async (use, token) =>
        {
            if (await _preKeyStore.PrepareAsync(use, token).ConfigureAwait(false) is not { } change) return false;
            changes.Add(change);
            return true;
        }, cancellationToken), cancellationToken);

    /// <summary>Zeroes the storage key.</summary>
    public void Dispose()
    {
        _disposed = true;
        _preKeyStore.Dispose();
        CryptographicOperations.ZeroMemory(_storageKey);
    }

    // Whoever finds that another was faster begins again with what that one wrote.
    private async ValueTask<byte[]> ChangeAsync(PublicIdentity peer, Func<Conversation, List<StateChange>, ValueTask<byte[]>> change, CancellationToken cancellationToken)
    {
        var name = NameOf(peer);
        while (true)
        {
            ObjectDisposedException.ThrowIf(_disposed, this);
            var record = await _store.ReadAsync(name, cancellationToken).ConfigureAwait(false);
            using var conversation = record is { } stored ? Conversation.Import(_preKeys, peer, stored.Value.Span, _storageKey, _options) : new Conversation(_preKeys, peer, _options);
            var changes = new List<StateChange>();
            byte[] result;
            try
            {
                result = await change(conversation, changes).ConfigureAwait(false);
            }
            catch (MessageRefusedException)
            {
                // The prekeys are read after the conversation: another may have begun the session between the two.
                var now = await _store.ReadAsync(name, cancellationToken).ConfigureAwait(false);
                if (now?.Version == record?.Version) throw;
                continue;
            }

            changes.Add(new StateChange(name, record?.Version ?? 0, conversation.Export(_storageKey)));
            ObjectDisposedException.ThrowIf(_disposed, this);
            if (await _store.TryWriteAsync(changes, cancellationToken).ConfigureAwait(false)) return result;
        }
    }

    private string NameOf(PublicIdentity peer)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData((byte[])[.. _identity.Public.Key, .. peer.Key], hash);
        return "conversation/" + Convert.ToHexString(hash[..(Sizes.Key / 2)]);
    }
}
