using System.Buffers.Binary;
using System.Security.Cryptography;
using Genie.Genuine.Identities;
using Genie.Genuine.Primitives;
using Genie.Genuine.Ratchet;

namespace Genie.Genuine.Envelopes;

/// <summary>Opens envelopes for one identity, each once. Safe for concurrent callers.</summary>
/// <remarks>Store what it remembers (<see cref="Export"/>) when the process ends, or envelopes of the last <see cref="EnvelopeOptions.MaxAge"/> can be replayed.</remarks>
public sealed class EnvelopeOpener
{
    private const string Kind = "envelopes";
    private readonly Lock _lock = new();
    private readonly IdentityKeyPair _recipient;
    private readonly EnvelopeOptions _options;
    private readonly ReplayWindow _window;

    /// <summary>Opens for an identity.</summary>
    /// <param name="recipient">Whose envelopes.</param>
    /// <param name="options">See there.</param>
    public EnvelopeOpener(IdentityKeyPair recipient, EnvelopeOptions? options = null)
    {
        _recipient = recipient;
        _options = options ?? new EnvelopeOptions();
        _window = new ReplayWindow(_options.MaxRemembered, _options.MaxRememberedPerSender);
    }

    /// <summary>An opener that remembers what the one before it opened.</summary>
    /// <param name="recipient">Whose envelopes.</param>
    /// <param name="stored">What <see cref="Export"/> wrote.</param>
    /// <param name="storageKey">The key it was stored with; 32 bytes.</param>
    /// <param name="options">See there.</param>
    /// <exception cref="StateRefusedException">Another key or version, or damage.</exception>
    public static EnvelopeOpener Import(IdentityKeyPair recipient, ReadOnlySpan<byte> stored, ReadOnlySpan<byte> storageKey, EnvelopeOptions? options = null)
    {
        var opener = new EnvelopeOpener(recipient, options);
        return SealedState.Open(stored, storageKey, Kind, (ref StateReader reader) =>
        {
            opener._window.Read(ref reader);
            return opener;
        });
    }

    /// <summary>What it remembers as bytes, encrypted and authenticated by the caller's key.</summary>
    /// <param name="storageKey">32 secret bytes.</param>
    public byte[] Export(ReadOnlySpan<byte> storageKey)
    {
        using var writer = new StateWriter();
        lock (_lock) _window.Write(writer);
        return SealedState.Seal(writer.Written, storageKey, Kind);
    }

    /// <summary>Opens an envelope.</summary>
    /// <exception cref="MessageRefusedException">Not for this identity, changed, too old or too new, or opened before.</exception>
    public OpenedEnvelope Open(ReadOnlySpan<byte> envelope) => TryOpen(envelope, out var opened) ? opened : throw new MessageRefusedException();

    /// <summary>Opens an envelope; false if it is refused.</summary>
    /// <param name="envelope">What <see cref="SealedEnvelope.Seal"/> made.</param>
    /// <param name="opened">What came in it.</param>
    public bool TryOpen(ReadOnlySpan<byte> envelope, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out OpenedEnvelope? opened)
    {
        opened = null;
        if (SealedEnvelope.RecipientFingerprint(envelope) != _recipient.Public.Fingerprint) return false;
        var inner = new byte[envelope.Length - EnvelopeFormat.PrefixSize - Sizes.Tag];
        if (!TryDecrypt(envelope, inner)) return false;
        opened = Check(envelope[..EnvelopeFormat.PrefixSize], inner);
        if (opened is null) CryptographicOperations.ZeroMemory(inner);
        return opened is not null;
    }

    private bool TryDecrypt(ReadOnlySpan<byte> envelope, byte[] inner)
    {
        var provider = CryptoProviders.Best;
        var prefix = envelope[..EnvelopeFormat.PrefixSize];
        Span<byte> key = stackalloc byte[Sizes.Key];
        if (!EnvelopeFormat.TryDeriveKey(provider, _recipient.Agreement, EnvelopeFormat.EphemeralKey(envelope), prefix, _recipient.Public, key)) return false;
        var isGenuine = provider.TryOpen(key, EnvelopeFormat.OneUseNonce, envelope[prefix.Length..], prefix, inner);
        CryptographicOperations.ZeroMemory(key);
        return isGenuine;
    }

    private OpenedEnvelope? Check(ReadOnlySpan<byte> prefix, byte[] inner)
    {
        var signedSize = EnvelopeFormat.InnerSize - Sizes.Signature;
        var content = inner.AsMemory(EnvelopeFormat.InnerSize);
        if (!TryReadSender(inner.AsSpan(0, Sizes.Key), out var sender) || !_options.Admits(sender)) return null;
        var transcript = EnvelopeFormat.Transcript(prefix, _recipient.Public, inner.AsSpan(0, signedSize), content.Span);
        if (!sender.Verify(transcript, inner.AsSpan(signedSize, Sizes.Signature))) return null;
        var ticks = BinaryPrimitives.ReadInt64BigEndian(inner.AsSpan(Sizes.Key + EnvelopeFormat.IdSize));
        return IsFresh(ticks, sender, inner) ? new OpenedEnvelope(sender, new DateTimeOffset(ticks, TimeSpan.Zero), content) : null;
    }

    /// <summary>Within the bounds of time, and not opened before.</summary>
    private bool IsFresh(long ticks, PublicIdentity sender, ReadOnlySpan<byte> inner)
    {
        var now = _options.Clock.GetUtcNow();
        if (ticks < (now - _options.MaxAge).UtcTicks || ticks > (now + _options.MaxClockSkew).UtcTicks) return false;

        // Ids are chosen by senders: without the sender's key in it, one could block another's.
        Span<byte> digest = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(inner[..(Sizes.Key + EnvelopeFormat.IdSize)], digest);
        var id = BinaryPrimitives.ReadUInt128BigEndian(digest);
        SHA256.HashData(sender.Key, digest);
        var senderId = BinaryPrimitives.ReadUInt128BigEndian(digest);
        lock (_lock) return _window.TryAdd(id, senderId, new DateTimeOffset(ticks, TimeSpan.Zero) + _options.MaxAge, now);
    }

    private static bool TryReadSender(ReadOnlySpan<byte> key, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out PublicIdentity? sender)
    {
        sender = Ed25519Signatures.IsValidPublicKey(key) ? new PublicIdentity(key) : null;
        return sender is not null;
    }
}
