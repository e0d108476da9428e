using System.Security.Cryptography;
using Genie.Genuine.Conversations;
using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Letters;

/// <summary>
/// Seals messages to a prekey without waiting for any answer: each carries all that its recipient needs, so it can be read in any order,
/// by any process that has the prekeys, until these expire. Many letters share one agreement (X3DH with the shared bundle), which is made
/// anew now and then. Safe for concurrent callers.
/// </summary>
/// <remarks>
/// Whoever gets hold of the prekeys reads the letters sealed to them, until they are deleted: coarser than a conversation's forward
/// secrecy. A letter may be read more than once: put an id inside, which the recipient knows again.
/// </remarks>
public sealed class LetterWriter : IDisposable
{
    private const int LettersOfAKey = 4_096;
    private static readonly TimeSpan KeyLifetime = TimeSpan.FromMinutes(1);
    private readonly Lock _lock = new();
    private readonly IdentityKeyPair _sender;
    private readonly PreKeyBundle _bundle;
    private readonly TimeProvider _clock;
    private readonly ICryptoProvider _provider = CryptoProviders.Best;
    private readonly byte[] _key = new byte[Sizes.Key];
    private byte[] _prefix = [];
    private long _begun;
    private int _left;
    private bool _disposed;

    /// <summary>Writes to the owner of a bundle.</summary>
    /// <param name="sender">Who writes. It stays the caller's.</param>
    /// <param name="bundle">A shared one of the recipient, without a one-time prekey.</param>
    /// <param name="clock">The system's by default.</param>
    /// <exception cref="KeyRefusedException">The bundle has a one-time prekey.</exception>
    public LetterWriter(IdentityKeyPair sender, PreKeyBundle bundle, TimeProvider? clock = null)
    {
        if (bundle.OneTimePreKeyId != 0) throw new KeyRefusedException();
        (_sender, _bundle, _clock) = (sender, bundle, clock ?? TimeProvider.System);
    }

    /// <summary>What a letter is longer than its content, in bytes.</summary>
    public static int Overhead => LetterFormat.Overhead;

    /// <summary>Seals a letter.</summary>
    /// <param name="content">The message.</param>
    /// <param name="associatedData">Authenticated and not sent: the recipient must name the same.</param>
    /// <exception cref="KeyRefusedException">The bundle has expired; get a new one.</exception>
    public byte[] Seal(ReadOnlySpan<byte> content, ReadOnlySpan<byte> associatedData = default)
    {
        var letter = GC.AllocateUninitializedArray<byte>(checked(content.Length + Overhead));
        var prefix = letter.AsSpan(0, LetterFormat.PrefixSize);
        Span<byte> key = stackalloc byte[Sizes.Key];
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_disposed, this);
            if (_left == 0 || _clock.GetElapsedTime(_begun) > KeyLifetime) Begin();
            _left--;
            _prefix.CopyTo(prefix);
            _key.CopyTo(key);
        }

        var nonce = prefix[FirstMessage.Size..];
        _provider.FillRandom(nonce);
        _provider.Seal(key, nonce, content, LetterFormat.Authenticated(prefix, associatedData), letter.AsSpan(prefix.Length));
        CryptographicOperations.ZeroMemory(key);
        return letter;
    }

    /// <summary>Zeroes the key.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            _disposed = true;
            CryptographicOperations.ZeroMemory(_key);
        }
    }

    private void Begin()
    {
        var now = _clock.GetUtcNow();
        if (_bundle.Expires < now) throw new KeyRefusedException();
        using var ephemeral = _provider.GenerateKey();
        Span<byte> secret = stackalloc byte[Sizes.Key];
        X3dh.AgreeAsInitiator(_provider, _sender, ephemeral, _bundle, secret);
        LetterFormat.DeriveKey(_provider, secret, X3dh.AssociatedData(_sender.Public, _bundle.Identity), _key);
        _prefix = FirstMessage.Create(_sender.Public.Key, _bundle, now, ephemeral.PublicKey);
        _prefix[0] = LetterFormat.Version;
        (_begun, _left) = (_clock.GetTimestamp(), LettersOfAKey);
    }
}
