using Genie.Genuine.Primitives;

namespace Genie.Genuine.Ratchet;

/// <summary>
/// The layout of a message: a format byte; header and nonce in the clear (40 and 12 bytes), or nonce and encrypted header with its tag
/// (12 and 56 bytes); the ciphertext with its tag. All before the ciphertext is authenticated, so neither can be passed off as the other.
/// </summary>
internal readonly struct MessageFormat(bool encryptsHeaders)
{
    /// <summary>Version 2, header in the clear.</summary>
    public const byte PlainHeader = 0x13;

    /// <summary>Version 2, header encrypted.</summary>
    public const byte EncryptedHeader = 0x14;

    /// <summary>The first byte.</summary>
    public byte Byte => encryptsHeaders ? EncryptedHeader : PlainHeader;

    /// <summary>Bytes before the ciphertext, format byte included.</summary>
    public int PrefixSize => 1 + Sizes.Nonce + MessageHeader.Size + (encryptsHeaders ? Sizes.Tag : 0);

    /// <summary>Where the nonce of the content lies, which is the encrypted header's too: their keys differ.</summary>
    public Range Nonce => encryptsHeaders ? 1..(1 + Sizes.Nonce) : (1 + MessageHeader.Size)..(1 + MessageHeader.Size + Sizes.Nonce);

    /// <summary>What a message is longer than its plaintext, in bytes.</summary>
    public int Overhead => PrefixSize + Sizes.Tag;

    /// <summary>True if these bytes may be a message of this format.</summary>
    public bool Matches(ReadOnlySpan<byte> message) => message.Length >= Overhead && message[0] == Byte;
}
