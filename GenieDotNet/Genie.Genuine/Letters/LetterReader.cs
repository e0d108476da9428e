using System.Security.Cryptography;
using Genie.Genuine.Conversations;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Letters;

/// <summary>Opens what <see cref="LetterWriter"/> sealed, for whoever has the prekeys. Knows nothing of letters opened before. Safe for concurrent callers.</summary>
/// <param name="preKeys">The recipient's.</param>
public sealed class LetterReader(PreKeys preKeys) : IDisposable
{
    private const int MaxKeys = 4_096;
    private readonly Lock _lock = new();
    private readonly Dictionary<UInt128, Writer> _writers = [];
    private readonly ICryptoProvider _provider = CryptoProviders.Best;

    /// <summary>Opens a letter.</summary>
    /// <param name="letter">What the writer made.</param>
    /// <param name="associatedData">What it named.</param>
    /// <param name="cancellationToken">Ends the wait for the prekey store.</param>
    /// <exception cref="MessageRefusedException">Not for this identity, changed, or sealed to a prekey that was deleted.</exception>
    public async ValueTask<OpenedLetter> OpenAsync(ReadOnlyMemory<byte> letter, ReadOnlyMemory<byte> associatedData = default, CancellationToken cancellationToken = default)
    {
        if (letter.Length < LetterFormat.Overhead || letter.Span[0] != LetterFormat.Version) throw new MessageRefusedException();
        if (TryOpenKnown(letter.Span, associatedData.Span) is { } opened) return opened;
        var prefix = letter[..FirstMessage.Size].ToArray();
        if (FirstMessage.OneTimePreKeyId(prefix) != 0) throw new MessageRefusedException();
        var found = await preKeys.FindAsync(FirstMessage.SignedPreKeyId(prefix), 0, cancellationToken).ConfigureAwait(false) ?? throw new MessageRefusedException();
        var writer = Agree(prefix, found.Signed);
        if (Open(writer, letter.Span, associatedData.Span) is not { } first)
        {
            writer.Dispose();
            throw new MessageRefusedException();
        }

        // Only a letter that proved genuine has its key remembered.
        Remember(prefix, writer);
        return first;
    }

    /// <summary>True if the prekey that a letter names is there; what else is wrong with it is not revealed.</summary>
    internal async ValueTask<bool> KnowsPreKeyAsync(ReadOnlyMemory<byte> letter, CancellationToken cancellationToken)
    {
        if (letter.Length < LetterFormat.Overhead) return false;
        var found = await preKeys.FindAsync(FirstMessage.SignedPreKeyId(letter.Span), 0, cancellationToken).ConfigureAwait(false);
        found?.Signed.Zero();
        return found is not null;
    }

    /// <summary>Zeroes all keys.</summary>
    public void Dispose() => Clear();

    private static UInt128 NameOf(ReadOnlySpan<byte> prefix) => System.Buffers.Binary.BinaryPrimitives.ReadUInt128LittleEndian(FirstMessage.EphemeralKey(prefix[..FirstMessage.Size]));

    private OpenedLetter? TryOpenKnown(ReadOnlySpan<byte> letter, ReadOnlySpan<byte> associatedData)
    {
        Writer? writer;
        lock (_lock)
        {
            if (!_writers.TryGetValue(NameOf(letter), out writer)) return null;
        }

        if (Open(writer, letter, associatedData) is { } opened) return opened;

        // Deleted meanwhile to make room, its key is agreed on once more.
        return writer.IsDisposed ? null : throw new MessageRefusedException();
    }

    private OpenedLetter? Open(Writer writer, ReadOnlySpan<byte> letter, ReadOnlySpan<byte> associatedData)
    {
        if (writer.Expires < preKeys.Clock.GetUtcNow()) return null;
        Span<byte> key = stackalloc byte[Sizes.Key];
        if (!writer.TryCopyKey(key)) return null;
        var prefix = letter[..LetterFormat.PrefixSize];
        var content = GC.AllocateUninitializedArray<byte>(letter.Length - LetterFormat.Overhead);
        var isGenuine = _provider.TryOpen(key, prefix[FirstMessage.Size..], letter[prefix.Length..], LetterFormat.Authenticated(prefix, associatedData), content);
        CryptographicOperations.ZeroMemory(key);
        return isGenuine ? new OpenedLetter(writer.Sender, content, writer.Expires) : null;
    }

    private Writer Agree(byte[] prefix, StoredPreKey signed)
    {
        PublicIdentity sender;
        try
        {
            sender = new PublicIdentity(FirstMessage.Identity(prefix));
        }
        catch (KeyRefusedException)
        {
            signed.Zero();
            throw new MessageRefusedException();
        }

        using var pair = _provider.ImportKey(signed.PrivateKey.Span);
        signed.Zero();
        Span<byte> secret = stackalloc byte[Sizes.Key];
        if (!X3dh.TryAgreeAsResponder(_provider, preKeys.Identity, pair, null, sender, FirstMessage.EphemeralKey(prefix), secret)) throw new MessageRefusedException();
        var key = new byte[Sizes.Key];
        LetterFormat.DeriveKey(_provider, secret, X3dh.AssociatedData(sender, preKeys.Identity.Public), key);
        return new Writer(sender, key, preKeys.ExpiryOf(signed));
    }

    private void Remember(byte[] prefix, Writer writer)
    {
        lock (_lock)
        {
            if (_writers.Count >= MaxKeys) Clear();
            if (_writers.TryAdd(NameOf(prefix), writer)) return;
        }

        writer.Dispose();
    }

    private void Clear()
    {
        lock (_lock)
        {
            foreach (var writer in _writers.Values) writer.Dispose();
            _writers.Clear();
        }
    }

    private sealed class Writer(PublicIdentity sender, byte[] key, DateTimeOffset expires) : IDisposable
    {
        private volatile bool _disposed;

        public bool IsDisposed => _disposed;

        public PublicIdentity Sender => sender;

        public DateTimeOffset Expires => expires;

        public bool TryCopyKey(Span<byte> destination)
        {
            lock (key)
            {
                key.CopyTo(destination);
                return !_disposed;
            }
        }

        public void Dispose()
        {
            lock (key)
            {
                _disposed = true;
                CryptographicOperations.ZeroMemory(key);
            }
        }
    }
}
