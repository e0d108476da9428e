using Genie.Genuine.Conversations;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Letters;

/// <summary>A letter: what begins a session (with a format byte of its own), a nonce, the ciphertext with its tag. All before the ciphertext is authenticated.</summary>
internal static class LetterFormat
{
    /// <summary>The first byte: version 1.</summary>
    public const byte Version = 0x51;

    /// <summary>Bytes before the ciphertext.</summary>
    public const int PrefixSize = FirstMessage.Size + Sizes.Nonce;

    /// <summary>What a letter is longer than its content.</summary>
    public const int Overhead = PrefixSize + Sizes.Tag;

    private static ReadOnlySpan<byte> Info => "Genie.Genuine letters 1"u8;

    /// <summary>What is authenticated: the prefix, of a fixed length, then the caller's.</summary>
    public static byte[] Authenticated(ReadOnlySpan<byte> prefix, ReadOnlySpan<byte> associatedData) => [.. prefix, .. associatedData];

    /// <summary>The key of a writer's letters, from X3DH's secret and bound to both identities. Zeroes the secret.</summary>
    public static void DeriveKey(ICryptoProvider provider, Span<byte> secret, ReadOnlySpan<byte> identities, Span<byte> key)
    {
        provider.DeriveKey(secret, identities, Info, key);
        secret.Clear();
    }
}
