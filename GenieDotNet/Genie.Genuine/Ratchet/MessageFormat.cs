using Genie.Genuine.Primitives;

namespace Genie.Genuine.Ratchet;

/// <summary>
/// The layout of a message: a format byte; the header, in the clear (40 bytes) or as nonce, ciphertext and tag (68 bytes);
/// the ciphertext with its tag. The format byte is authenticated with the rest, so neither can be passed off as the other.
/// </summary>
internal readonly struct MessageFormat(bool encryptsHeaders)
{
    /// <summary>Version 1, header in the clear.</summary>
    public const byte PlainHeader = 0x11;

    /// <summary>Version 1, header encrypted.</summary>
    public const byte EncryptedHeader = 0x12;

    /// <summary>Bytes of an encrypted header.</summary>
    public const int EncryptedHeaderSize = Sizes.Nonce + MessageHeader.Size + Sizes.Tag;

    /// <summary>The first byte.</summary>
    public byte Byte => encryptsHeaders ? EncryptedHeader : PlainHeader;

    /// <summary>Bytes before the ciphertext, format byte included.</summary>
    public int PrefixSize => 1 + (encryptsHeaders ? EncryptedHeaderSize : MessageHeader.Size);

    /// <summary>What a message is longer than its plaintext, in bytes.</summary>
    public int Overhead => PrefixSize + Sizes.Tag;

    /// <summary>True if these bytes may be a message of this format.</summary>
    public bool Matches(ReadOnlySpan<byte> message) => message.Length >= Overhead && message[0] == Byte;
}
