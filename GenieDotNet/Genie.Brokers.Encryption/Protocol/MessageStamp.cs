using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;

namespace Genie.Brokers.Encryption.Protocol;

/// <summary>
/// What stands before the content inside the encryption, so that a message is known again however it comes: the connection (when it was
/// made, by its own clock, and a random number), the message's number in it, when it was sent and until when it may be handled.
/// </summary>
/// <param name="Purpose">What is wanted.</param>
/// <param name="Connection">Which connection.</param>
/// <param name="Number">From 0.</param>
/// <param name="SentAt">By the sender's clock, in milliseconds since 1970.</param>
/// <param name="Deadline">Likewise; 0 for none.</param>
internal readonly record struct MessageStamp(MessagePurpose Purpose, ConnectionName Connection, ulong Number, long SentAt, long Deadline)
{
    /// <summary>Bytes.</summary>
    public const int Size = 2 + ConnectionName.Size + sizeof(ulong) + (2 * sizeof(long));

    private const byte Version = 2;

    /// <summary>The stamp, then the content.</summary>
    public byte[] Before(ReadOnlySpan<byte> content)
    {
        var bytes = GC.AllocateUninitializedArray<byte>(Size + content.Length);
        bytes[0] = Version;
        bytes[1] = (byte)Purpose;
        Connection.Write(bytes.AsSpan(2));
        var rest = bytes.AsSpan(2 + ConnectionName.Size);
        BinaryPrimitives.WriteUInt64BigEndian(rest, Number);
        BinaryPrimitives.WriteInt64BigEndian(rest[8..], SentAt);
        BinaryPrimitives.WriteInt64BigEndian(rest[16..], Deadline);
        content.CopyTo(bytes.AsSpan(Size));
        return bytes;
    }

    /// <summary>Reads it; false if none stands there, or one of another version.</summary>
    public static bool TryRead(ReadOnlySpan<byte> bytes, [NotNullWhen(true)] out MessageStamp? stamp)
    {
        stamp = null;
        if (bytes.Length < Size || bytes[0] != Version || bytes[1] > (byte)MessagePurpose.Count) return false;
        var rest = bytes[(2 + ConnectionName.Size)..];
        stamp = new MessageStamp(
            (MessagePurpose)bytes[1], ConnectionName.Read(bytes[2..]), BinaryPrimitives.ReadUInt64BigEndian(rest),
            BinaryPrimitives.ReadInt64BigEndian(rest[8..]), BinaryPrimitives.ReadInt64BigEndian(rest[16..]));
        return true;
    }
}
