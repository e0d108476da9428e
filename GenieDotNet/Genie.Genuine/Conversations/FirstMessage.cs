using System.Buffers.Binary;
using Genie.Genuine.Handshake;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Conversations;

/// <summary>
/// What stands before a message until the other side has answered (X3DH, section 3.3): a format byte, the sender's identity,
/// the numbers of the prekeys, the ephemeral key. Authenticated with the message that follows.
/// </summary>
internal static class FirstMessage
{
    /// <summary>The first byte: version 1.</summary>
    public const byte Format = 0x21;

    /// <summary>Bytes.</summary>
    public const int Size = 1 + Sizes.Key + (2 * sizeof(uint)) + Sizes.Key;

    /// <summary>Writes it.</summary>
    public static byte[] Create(ReadOnlySpan<byte> identity, PreKeyBundle bundle, ReadOnlySpan<byte> ephemeralKey)
    {
        var prefix = new byte[Size];
        prefix[0] = Format;
        identity.CopyTo(prefix.AsSpan(1));
        BinaryPrimitives.WriteUInt32BigEndian(prefix.AsSpan(1 + Sizes.Key), bundle.SignedPreKeyId);
        BinaryPrimitives.WriteUInt32BigEndian(prefix.AsSpan(1 + Sizes.Key + sizeof(uint)), bundle.OneTimePreKeyId);
        ephemeralKey.CopyTo(prefix.AsSpan(Size - Sizes.Key));
        return prefix;
    }

    /// <summary>True if the bytes may begin with one.</summary>
    public static bool Matches(ReadOnlySpan<byte> message) => message.Length > Size && message[0] == Format;

    /// <summary>The sender's identity key.</summary>
    public static ReadOnlySpan<byte> Identity(ReadOnlySpan<byte> prefix) => prefix.Slice(1, Sizes.Key);

    /// <summary>The signed prekey's number.</summary>
    public static uint SignedPreKeyId(ReadOnlySpan<byte> prefix) => BinaryPrimitives.ReadUInt32BigEndian(prefix[(1 + Sizes.Key)..]);

    /// <summary>The one-time prekey's number, or 0.</summary>
    public static uint OneTimePreKeyId(ReadOnlySpan<byte> prefix) => BinaryPrimitives.ReadUInt32BigEndian(prefix[(1 + Sizes.Key + sizeof(uint))..]);

    /// <summary>The sender's ephemeral key.</summary>
    public static ReadOnlySpan<byte> EphemeralKey(ReadOnlySpan<byte> prefix) => prefix.Slice(Size - Sizes.Key, Sizes.Key);
}
