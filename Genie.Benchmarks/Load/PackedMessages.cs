using System.Buffers.Binary;

namespace Genie.Benchmarks.Load;

/// <summary>
/// Messages in one file, for a machine that does not have the user's: before each of several its length in bytes, as a 32-bit integer, little-endian; a
/// single one as it is.
/// </summary>
internal static class PackedMessages
{
    /// <summary>The file's bytes, part by part; each is valid until the next is asked for.</summary>
    public static IEnumerable<ReadOnlyMemory<byte>> Parts(IReadOnlyList<ReadOnlyMemory<byte>> messages)
    {
        var length = new byte[sizeof(int)];
        foreach (var message in messages)
        {
            BinaryPrimitives.WriteInt32LittleEndian(length, message.Length);
            if (messages.Count > 1) yield return length;
            yield return message;
        }
    }

    /// <summary>Reads several.</summary>
    /// <exception cref="FormatException">They do not end where the bytes do.</exception>
    public static List<ReadOnlyMemory<byte>> Read(ReadOnlyMemory<byte> bytes)
    {
        var messages = new List<ReadOnlyMemory<byte>>();
        while (!bytes.IsEmpty)
        {
            var length = bytes.Length < sizeof(int) ? -1 : BinaryPrimitives.ReadInt32LittleEndian(bytes.Span);
            if (length < 0 || length > bytes.Length - sizeof(int)) throw new FormatException("the last message is not whole.");
            messages.Add(bytes.Slice(sizeof(int), length));
            bytes = bytes[(sizeof(int) + length)..];
        }

        return messages;
    }
}
