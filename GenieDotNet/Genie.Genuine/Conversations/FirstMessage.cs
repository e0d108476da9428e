using System.Buffers.Binary;
using Genie.Genuine.Handshake;
using Genie.Genuine.Primitives;

namespace Genie.Genuine.Conversations;

/// <summary>
/// What stands before a message until the other side has answered (X3DH, section 3.3): a format byte, the sender's identity,
/// the numbers of the prekeys, when the session began by the sender's clock, the ephemeral key. Authenticated with the message that follows.
/// </summary>
internal static class FirstMessage
{
    /// <summary>The first byte: version 2.</summary>
    public const byte Format = 0x22;

    /// <summary>Bytes.</summary>
    public const int Size = 1 + Sizes.Key + (2 * sizeof(uint)) + sizeof(long) + Sizes.Key;

    /// <summary>Writes it.</summary>
    public static byte[] Create(ReadOnlySpan<byte> identity, PreKeyBundle bundle, DateTimeOffset begun, ReadOnlySpan<byte> ephemeralKey)
    {
        var prefix = new byte[Size];
        prefix[0] = Format;
        identity.CopyTo(prefix.AsSpan(1));
        BinaryPrimitives.WriteUInt32BigEndian(prefix.AsSpan(1 + Sizes.Key), bundle.SignedPreKeyId);
        BinaryPrimitives.WriteUInt32BigEndian(prefix.AsSpan(1 + Sizes.Key + sizeof(uint)), bundle.OneTimePreKeyId);
        BinaryPrimitives.WriteInt64BigEndian(prefix.AsSpan(1 + Sizes.Key + (2 * sizeof(uint))), begun.ToUnixTimeMilliseconds());
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

    /// <summary>When the session began by the sender's clock: milliseconds since 1970.</summary>
    public static long Begun(ReadOnlySpan<byte> prefix) => BinaryPrimitives.ReadInt64BigEndian(prefix[(1 + Sizes.Key + (2 * sizeof(uint)))..]);

    /// <summary>The use of prekeys that it stands for.</summary>
    public static PreKeyUse UseOf(byte[] prefix) => new(SignedPreKeyId(prefix), OneTimePreKeyId(prefix), prefix.AsMemory(Size - Sizes.Key), prefix.AsMemory(1, Sizes.Key));

    /// <summary>The sender's ephemeral key.</summary>
    public static ReadOnlySpan<byte> EphemeralKey(ReadOnlySpan<byte> prefix) => prefix.Slice(Size - Sizes.Key, Sizes.Key);
}
