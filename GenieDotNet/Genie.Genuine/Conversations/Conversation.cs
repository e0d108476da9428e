using System.Security.Cryptography;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;
using Genie.Genuine.Primitives;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Conversations;

/// <summary>
/// Messages between two identities: X3DH to begin, the Double Ratchet from then on. Either side may begin, or both at once,
/// and a side that lost its state may begin anew. Safe for concurrent callers.
/// </summary>
/// <remarks>Store it (<see cref="Export"/>) before what it encrypted is sent, and never go on from an older state.</remarks>
public sealed class Conversation : IDisposable
{
    // Never held over an await, so that nobody who waits for it keeps a thread for long.
    private readonly Lock _gate = new();
    private readonly SemaphoreSlim _accepting = new(1, 1);
    private readonly ConversationLinks _links;
    private readonly PreKeys _preKeys;
    private readonly RatchetOptions _options;
    private bool _disposed;

    /// <summary>A conversation that has not begun: call <see cref="Start"/>, or wait for the other side's first message.</summary>
    /// <param name="preKeys">This side's identity and prekeys.</param>
    /// <param name="peer">The other side.</param>
    /// <param name="options">Both sides need the same choice of encrypted headers.</param>
    public Conversation(PreKeys preKeys, PublicIdentity peer, RatchetOptions? options = null)
        : this(preKeys, peer, options ?? new RatchetOptions(), new ConversationLinks())
    {
    }

    private Conversation(PreKeys preKeys, PublicIdentity peer, RatchetOptions options, ConversationLinks links)
    {
        options.Validate();
        (_preKeys, Peer, _options, _links) = (preKeys, peer, options, links);
    }

    /// <summary>The other side.</summary>
    public PublicIdentity Peer { get; }

    /// <summary>What a message is longer than its plaintext at most, in bytes.</summary>
    public int MaxOverhead => FirstMessage.Size + new MessageFormat(_options.EncryptHeaders).Overhead;

    internal IReadOnlyList<ConversationLink> Links => _links.All;

    /// <summary>Reads what <see cref="Export"/> wrote.</summary>
    /// <param name="preKeys">As before.</param>
    /// <param name="peer">As before.</param>
    /// <param name="stored">The bytes.</param>
    /// <param name="storageKey">The key they were stored with; 32 bytes.</param>
    /// <param name="options">As before.</param>
    /// <exception cref="StateRefusedException">Another key, version, identity or peer, or damage.</exception>
    public static Conversation Import(PreKeys preKeys, PublicIdentity peer, ReadOnlySpan<byte> stored, ReadOnlySpan<byte> storageKey, RatchetOptions? options = null)
    {
        options ??= new RatchetOptions();
        return new Conversation(preKeys, peer, options, ConversationCodec.Open(stored, storageKey, preKeys.Identity.Public, peer, options));
    }

    /// <summary>Begins with the other side's bundle. From now on <see cref="Encrypt"/> works.</summary>
    /// <exception cref="KeyRefusedException">The bundle is another's, has expired, or a key of it is no honest one.</exception>
    public void Start(PreKeyBundle bundle)
    {
        var now = _preKeys.Clock.GetUtcNow();
        if (!bundle.Identity.Equals(Peer) || bundle.Expires < now) throw new KeyRefusedException();
        var own = _preKeys.Identity;
        using var ephemeral = _options.Provider.GenerateKey();
        Span<byte> secret = stackalloc byte[Sizes.Key];
        X3dh.AgreeAsInitiator(_options.Provider, own, ephemeral, bundle, secret);
        var session = RatchetSession.Initiate(secret, bundle.SignedPreKey, X3dh.AssociatedData(own.Public, Peer), _options);
        CryptographicOperations.ZeroMemory(secret);
        var link = new ConversationLink(session, FirstMessage.Create(own.Public.Key, bundle, now, ephemeral.PublicKey), isOurs: true, isConfirmed: false);
        lock (_gate)
        {
            if (!_disposed)
            {
                _links.Add(link);
                return;
            }
        }

        session.Dispose();
        ObjectDisposedException.ThrowIf(true, this);
    }

    /// <summary>Encrypts a message.</summary>
    /// <param name="plaintext">Up to 2 GB less <see cref="MaxOverhead"/>.</param>
    /// <param name="associatedData">Authenticated and not sent: the other side must name the same.</param>
    /// <exception cref="SessionNotReadyException">Neither side has begun.</exception>
    public byte[] Encrypt(ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> associatedData = default)
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_disposed, this);
            var link = _links.Preferred ?? throw new SessionNotReadyException();
            if (!link.IsIntroduced) return link.Session.Encrypt(plaintext, associatedData);
            var message = new byte[checked(plaintext.Length + MaxOverhead)];
            link.FirstMessage.CopyTo(message, 0);
            link.Session.Encrypt(plaintext, message.AsSpan(FirstMessage.Size), (byte[])[.. link.FirstMessage, .. associatedData]);
            return message;
        }
    }

    /// <summary>Decrypts a message. The prekeys of a first message are used up by it.</summary>
    /// <param name="message">What the other side's Encrypt made.</param>
    /// <param name="associatedData">What it named.</param>
    /// <param name="cancellationToken">Ends the wait for the prekey store.</param>
    /// <exception cref="MessageRefusedException">Not from the other side, changed, or read before. Nothing has changed.</exception>
    public ValueTask<byte[]> DecryptAsync(ReadOnlyMemory<byte> message, ReadOnlyMemory<byte> associatedData = default, CancellationToken cancellationToken = default) =>
        DecryptAsync(message, associatedData, _preKeys.TryConsumeAsync, cancellationToken);

    /// <summary>Decrypts a message, and leaves it to the caller to use prekeys up: false refuses the message.</summary>
    internal async ValueTask<byte[]> DecryptAsync(
        ReadOnlyMemory<byte> message, ReadOnlyMemory<byte> associatedData, Func<PreKeyUse, CancellationToken, ValueTask<bool>> consume, CancellationToken cancellationToken)
    {
        if (TryDecryptKnown(message.Span, associatedData.Span) is { } plaintext) return plaintext;
        await _accepting.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            // Another message of the same beginning may have been accepted meanwhile.
            return TryDecryptKnown(message.Span, associatedData.Span) ?? await AcceptAsync(message, associatedData, consume, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _accepting.Release();
        }
    }

    /// <summary>The conversation as bytes, encrypted and authenticated by the caller's key.</summary>
    /// <param name="storageKey">32 secret bytes.</param>
    public byte[] Export(ReadOnlySpan<byte> storageKey)
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_disposed, this);
            return ConversationCodec.Seal(_links, storageKey, _preKeys.Identity.Public, Peer, _options);
        }
    }

    /// <summary>Zeroes all keys.</summary>
    public void Dispose()
    {
        lock (_gate)
        {
            _disposed = true;
            _links.Dispose();
        }

        _accepting.Dispose();
    }

    /// <returns>Null for the first message of a session that is not known yet.</returns>
    private byte[]? TryDecryptKnown(ReadOnlySpan<byte> message, ReadOnlySpan<byte> associatedData)
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_disposed, this);
            if (!FirstMessage.Matches(message)) return DecryptByAny(message, associatedData);
            if (_links.Find(message[..FirstMessage.Size]) is not { } link) return null;
            return DecryptBy(link, message[FirstMessage.Size..], Authenticated(message, associatedData)) ?? throw new MessageRefusedException();
        }
    }

    private static byte[] Authenticated(ReadOnlySpan<byte> message, ReadOnlySpan<byte> associatedData) => [.. message[..FirstMessage.Size], .. associatedData];

    private byte[] DecryptByAny(ReadOnlySpan<byte> message, ReadOnlySpan<byte> associatedData)
    {
        foreach (var link in _links.All)
        {
            if (DecryptBy(link, message, associatedData) is { } plaintext) return plaintext;
        }

        throw new MessageRefusedException();
    }

    private byte[]? DecryptBy(ConversationLink link, ReadOnlySpan<byte> message, ReadOnlySpan<byte> associatedData)
    {
        if (message.Length < link.Session.Overhead) return null;
        var plaintext = GC.AllocateUninitializedArray<byte>(message.Length - link.Session.Overhead);
        if (!link.Session.TryDecrypt(message, plaintext, out _, associatedData)) return null;
        _links.Confirm(link, link.Session.LastWasSkipped);
        return plaintext;
    }

    /// <summary>The other side's first message: agrees, decrypts, and only then uses the prekeys up.</summary>
    private async ValueTask<byte[]> AcceptAsync(
        ReadOnlyMemory<byte> message, ReadOnlyMemory<byte> associatedData, Func<PreKeyUse, CancellationToken, ValueTask<bool>> consume, CancellationToken cancellationToken)
    {
        var first = message[..FirstMessage.Size].ToArray();
        if (!Peer.Key.SequenceEqual(FirstMessage.Identity(first))) throw new MessageRefusedException();
        var use = FirstMessage.UseOf(first);
        var keys = await _preKeys.FindAsync(use.SignedId, use.OneTimeId, cancellationToken).ConfigureAwait(false) ?? throw new MessageRefusedException();
        var session = Answer(first, keys.Signed, keys.OneTime);
        var body = message[FirstMessage.Size..];
        var plaintext = new byte[Math.Max(0, body.Length - session.Overhead)];
        if (!session.TryDecrypt(body.Span, plaintext, out _, Authenticated(message.Span, associatedData.Span))
            || !await consume(use, cancellationToken).ConfigureAwait(false))
        {
            session.Dispose();
            throw new MessageRefusedException();
        }

        lock (_gate)
        {
            if (!_disposed)
            {
                _links.Add(new ConversationLink(session, first, isOurs: false, isConfirmed: true));
                return plaintext;
            }
        }

        session.Dispose();
        throw new ObjectDisposedException(nameof(Conversation));
    }

    private RatchetSession Answer(ReadOnlySpan<byte> first, StoredPreKey signed, StoredPreKey? oneTime)
    {
        using var signedPair = _options.Provider.ImportKey(signed.PrivateKey.Span);
        using var oneTimePair = oneTime is null ? null : _options.Provider.ImportKey(oneTime.PrivateKey.Span);
        oneTime?.Zero();
        Span<byte> secret = stackalloc byte[Sizes.Key];
        if (!X3dh.TryAgreeAsResponder(_options.Provider, _preKeys.Identity, signedPair, oneTimePair, Peer, FirstMessage.EphemeralKey(first), secret)) throw new MessageRefusedException();
        var session = RatchetSession.Respond(secret, signed.PrivateKey.Span, X3dh.AssociatedData(Peer, _preKeys.Identity.Public), _options);
        signed.Zero();
        CryptographicOperations.ZeroMemory(secret);
        return session;
    }
}
