using System.Security.Cryptography;
using System.Text;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Ratchet;

/// <summary>
/// State at rest: a version byte, a salt of 32 random bytes, AES-256-GCM's ciphertext and tag. The key is derived from the
/// caller's with that salt, so that it encrypts once; the kind of state is part of the derivation and of what is authenticated.
/// </summary>
internal static class SealedState
{
    private const byte Version = 2;
    private const int PrefixSize = 1 + Sizes.Key;

    // The salt makes the key new for every state, so its nonce need not vary.
    private static readonly byte[] OneUseNonce = new byte[Sizes.Nonce];

    /// <summary>Encrypts.</summary>
    public static byte[] Seal(ReadOnlySpan<byte> state, ReadOnlySpan<byte> storageKey, string kind)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(storageKey.Length, Sizes.Key, nameof(storageKey));
        var stored = new byte[PrefixSize + state.Length + Sizes.Tag];
        stored[0] = Version;
        RandomNumberGenerator.Fill(stored.AsSpan(1, Sizes.Key));
        Span<byte> key = stackalloc byte[Sizes.Key];
        Derive(stored, storageKey, kind, key);
        CryptoProviders.Best.Seal(key, OneUseNonce, state, Authenticated(stored, kind), stored.AsSpan(PrefixSize));
        CryptographicOperations.ZeroMemory(key);
        return stored;
    }

    /// <summary>Reads decrypted state.</summary>
    public delegate T Decoder<out T>(ref StateReader reader);

    /// <summary>Decrypts, has all of it read, and zeroes it.</summary>
    /// <exception cref="StateRefusedException">Another key, kind or version, damage, or more than was read.</exception>
    public static T Open<T>(ReadOnlySpan<byte> stored, ReadOnlySpan<byte> storageKey, string kind, Decoder<T> decode)
    {
        var state = Open(stored, storageKey, kind);
        try
        {
            return Decode(state, decode);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(state);
        }
    }

    /// <summary>Has all of a bare state read.</summary>
    /// <exception cref="StateRefusedException">It does not fit.</exception>
    public static T Decode<T>(ReadOnlySpan<byte> state, Decoder<T> decode)
    {
        var reader = new StateReader(state);
        var decoded = decode(ref reader);
        reader.End();
        return decoded;
    }

    private static byte[] Open(ReadOnlySpan<byte> stored, ReadOnlySpan<byte> storageKey, string kind)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(storageKey.Length, Sizes.Key, nameof(storageKey));
        if (stored.Length < PrefixSize + Sizes.Tag || stored[0] != Version) throw new StateRefusedException();
        var state = new byte[stored.Length - PrefixSize - Sizes.Tag];
        Span<byte> key = stackalloc byte[Sizes.Key];
        Derive(stored, storageKey, kind, key);
        var isGenuine = CryptoProviders.Best.TryOpen(key, OneUseNonce, stored[PrefixSize..], Authenticated(stored, kind), state);
        CryptographicOperations.ZeroMemory(key);
        return isGenuine ? state : throw new StateRefusedException();
    }

    private static void Derive(ReadOnlySpan<byte> stored, ReadOnlySpan<byte> storageKey, string kind, Span<byte> key) =>
        CryptoProviders.Best.DeriveKey(storageKey, stored[1..PrefixSize], Encoding.UTF8.GetBytes("Genie.Genuine state 1 " + kind), key);

    private static byte[] Authenticated(ReadOnlySpan<byte> stored, string kind) => [stored[0], .. Encoding.UTF8.GetBytes(kind)];
}
