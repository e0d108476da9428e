using System.Buffers.Binary;

namespace Genie.Benchmarks.Load;

/// <summary>Several messages in one file, for a machine that does not have the user's: before each its length in bytes, as a 32-bit integer, little-endian.</summary>
internal static class PackedMessages
{
    /// <summary>Writes them.</summary>
    public static async Task WriteAsync(Stream stream, IEnumerable<ReadOnlyMemory<byte>> messages, CancellationToken cancellationToken)
    {
        var length = new byte[sizeof(int)];
        foreach (var message in messages)
        {
            BinaryPrimitives.WriteInt32LittleEndian(length, message.Length);
            await stream.WriteAsync(length, cancellationToken).ConfigureAwait(false);
            await stream.WriteAsync(message, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Reads them.</summary>
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
