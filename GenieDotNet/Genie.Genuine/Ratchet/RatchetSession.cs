using System.Security.Cryptography;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Ratchet;

/// <summary>
/// One side of a conversation under the Double Ratchet (Signal's specification, revision 1; section 4 with
/// <see cref="RatchetOptions.EncryptHeaders"/>). Every message has a key of its own, deleted after use; every change of
/// direction brings new key pairs. Messages may be lost, doubled and out of order. Safe for concurrent callers.
/// </summary>
/// <remarks>Never go on from an older stored state after a newer one has sent: it would encrypt with keys already used.</remarks>
public sealed class RatchetSession : IDisposable
{
    private readonly Lock _lock = new();
    private readonly RatchetOptions _options;
    private readonly RatchetState _state;
    private readonly RatchetSender _sender;
    private readonly RatchetReceiver _receiver;

    internal RatchetSession(RatchetState state, RatchetOptions options)
    {
        _options = options;
        _state = state;
        _sender = new RatchetSender(state, options);
        _receiver = new RatchetReceiver(state, options, _sender);
    }

    /// <summary>True if <see cref="Encrypt(ReadOnlySpan{byte}, ReadOnlySpan{byte})"/> works: the answering side must first receive.</summary>
    public bool CanSend
    {
        get
        {
            lock (_lock) return _state.CanSend;
        }
    }

    /// <summary>Message keys kept for messages that have not arrived.</summary>
    public int SkippedKeyCount
    {
        get
        {
            lock (_lock) return _state.Skipped.Count;
        }
    }

    /// <summary>What a message is longer than its plaintext, in bytes: 85, or 69 with headers in the clear.</summary>
    public int Overhead => new MessageFormat(_options.EncryptHeaders).Overhead;

    internal RatchetState State => _state;

    internal bool LastWasSkipped => _receiver.LastWasSkipped;

    /// <summary>The side that sends first (RatchetInitAlice, section 3.3).</summary>
    /// <param name="sharedSecret">32 bytes that only both sides know, for instance X3DH's.</param>
    /// <param name="peerRatchetKey">The other side's ratchet key; after X3DH its signed prekey.</param>
    /// <param name="associatedData">What the session is bound to; both sides need the same. After X3DH both identities.</param>
    /// <param name="options">See there.</param>
    /// <exception cref="KeyRefusedException">The ratchet key is no honest one.</exception>
    public static RatchetSession Initiate(ReadOnlySpan<byte> sharedSecret, ReadOnlySpan<byte> peerRatchetKey, ReadOnlySpan<byte> associatedData, RatchetOptions? options = null)
    {
        options ??= new RatchetOptions();
        var session = Create(sharedSecret, options.Provider.GenerateKey(), associatedData, options);
        var state = session._state;
        if (options.EncryptHeaders) RatchetKdf.SetUpHeaderKeys(options.Provider, state.RootKey, state.NextSendingHeaderKey, state.NextReceivingHeaderKey);
        if (peerRatchetKey.Length != Sizes.Key || !session._sender.TryStartChain(peerRatchetKey))
        {
            session.Dispose();
            throw new KeyRefusedException();
        }

        peerRatchetKey.CopyTo(state.Peer);
        state.HasPeer = true;
        return session;
    }

    /// <summary>The side that answers (RatchetInitBob, section 3.3).</summary>
    /// <param name="sharedSecret">The same 32 bytes.</param>
    /// <param name="ownRatchetKey">The private key of what the other side was given; 32 bytes.</param>
    /// <param name="associatedData">As on the other side.</param>
    /// <param name="options">See there.</param>
    public static RatchetSession Respond(ReadOnlySpan<byte> sharedSecret, ReadOnlySpan<byte> ownRatchetKey, ReadOnlySpan<byte> associatedData, RatchetOptions? options = null)
    {
        options ??= new RatchetOptions();
        var session = Create(sharedSecret, options.Provider.ImportKey(ownRatchetKey), associatedData, options);
        var state = session._state;
        if (options.EncryptHeaders) RatchetKdf.SetUpHeaderKeys(options.Provider, state.RootKey, state.NextReceivingHeaderKey, state.NextSendingHeaderKey);
        return session;
    }

    /// <summary>Reads what <see cref="Export"/> wrote.</summary>
    /// <param name="stored">The bytes.</param>
    /// <param name="storageKey">The key they were stored with; 32 bytes.</param>
    /// <param name="options">As before, in <see cref="RatchetOptions.EncryptHeaders"/> at least.</param>
    /// <exception cref="StateRefusedException">Another key or version, or damage.</exception>
    public static RatchetSession Import(ReadOnlySpan<byte> stored, ReadOnlySpan<byte> storageKey, RatchetOptions? options = null)
    {
        options ??= new RatchetOptions();
        options.Validate();
        return new RatchetSession(SessionCodec.Open(stored, storageKey, options), options);
    }

    /// <summary>The session as bytes, encrypted and authenticated by the caller's key; the next <see cref="Import"/> goes on from here.</summary>
    /// <param name="storageKey">32 secret bytes.</param>
    public byte[] Export(ReadOnlySpan<byte> storageKey)
    {
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_state.IsDisposed, this);
            return SessionCodec.Seal(_state, storageKey, _options);
        }
    }

    /// <summary>Encrypts a message.</summary>
    /// <param name="plaintext">Up to 2 GB less <see cref="Overhead"/>.</param>
    /// <param name="associatedData">Authenticated and not sent: the other side must name the same.</param>
    /// <exception cref="SessionNotReadyException">See <see cref="CanSend"/>.</exception>
    public byte[] Encrypt(ReadOnlySpan<byte> plaintext, ReadOnlySpan<byte> associatedData = default)
    {
        var message = GC.AllocateUninitializedArray<byte>(checked(plaintext.Length + Overhead));
        Encrypt(plaintext, message, associatedData);
        return message;
    }

    /// <summary>Encrypts a message into memory of the caller's; returns the bytes written. The two must not overlap.</summary>
    /// <param name="plaintext">See above.</param>
    /// <param name="destination">At least <see cref="Overhead"/> bytes longer than the plaintext.</param>
    /// <param name="associatedData">See above.</param>
    /// <exception cref="SessionNotReadyException">See <see cref="CanSend"/>.</exception>
    public int Encrypt(ReadOnlySpan<byte> plaintext, Span<byte> destination, ReadOnlySpan<byte> associatedData = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(destination.Length, checked(plaintext.Length + Overhead), nameof(destination));
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_state.IsDisposed, this);
            return _sender.Encrypt(plaintext, destination, associatedData);
        }
    }

    /// <summary>Decrypts a message.</summary>
    /// <param name="message">What the other side's Encrypt made.</param>
    /// <param name="associatedData">What it named.</param>
    /// <exception cref="MessageRefusedException">The message is not what the other side sent, or was read before. The session is unchanged.</exception>
    public byte[] Decrypt(ReadOnlySpan<byte> message, ReadOnlySpan<byte> associatedData = default)
    {
        if (message.Length < Overhead) throw new MessageRefusedException();
        var plaintext = GC.AllocateUninitializedArray<byte>(message.Length - Overhead);
        return TryDecrypt(message, plaintext, out _, associatedData) ? plaintext : throw new MessageRefusedException();
    }

    /// <summary>Decrypts a message into memory of the caller's. False, with the session unchanged, if the message is refused. The two must not overlap.</summary>
    /// <param name="message">See above.</param>
    /// <param name="plaintext">At least <see cref="Overhead"/> bytes shorter than the message.</param>
    /// <param name="bytesWritten">Length of the plaintext.</param>
    /// <param name="associatedData">See above.</param>
    public bool TryDecrypt(ReadOnlySpan<byte> message, Span<byte> plaintext, out int bytesWritten, ReadOnlySpan<byte> associatedData = default)
    {
        bytesWritten = 0;
        if (!new MessageFormat(_options.EncryptHeaders).Matches(message)) return false;
        ArgumentOutOfRangeException.ThrowIfLessThan(plaintext.Length, message.Length - Overhead, nameof(plaintext));
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_state.IsDisposed, this);
            if (!_receiver.TryDecrypt(message, plaintext[..(message.Length - Overhead)], associatedData)) return false;
        }

        bytesWritten = message.Length - Overhead;
        return true;
    }

    /// <summary>Zeroes all keys.</summary>
    public void Dispose()
    {
        lock (_lock) _state.Dispose();
    }

    private static RatchetSession Create(ReadOnlySpan<byte> sharedSecret, AgreementKey own, ReadOnlySpan<byte> associatedData, RatchetOptions options)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(sharedSecret.Length, Sizes.Key, nameof(sharedSecret));
        options.Validate();
        var state = new RatchetState { Own = own, Skipped = new SkippedKeys(options.MaxSkippedKeys) };
        sharedSecret.CopyTo(state.RootKey);
        SHA256.HashData(associatedData, state.AssociatedData);
        return new RatchetSession(state, options);
    }
}
