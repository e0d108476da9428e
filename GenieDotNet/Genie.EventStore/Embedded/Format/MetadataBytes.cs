using System.Buffers.Binary;
using System.Text;

namespace Genie.EventStore.Embedded.Format;

/// <summary>An event's metadata as a record has it: bytes of the correlation 2, bytes of the causation 2, both texts. Nothing stands for none.</summary>
internal static class MetadataBytes
{
    private const int HeaderBytes = 4;

    /// <summary>What an append may have at the most.</summary>
    public const int Max = HeaderBytes + (2 * EventText.BytesMax);

    /// <summary>Writes it.</summary>
    /// <returns>Bytes written; none where there is nothing to say.</returns>
    public static int Write(EventMetadata? metadata, Span<byte> destination)
    {
        if (metadata is null) return 0;
        var correlation = Encoding.UTF8.GetBytes(metadata.CorrelationId, destination[HeaderBytes..]);
        var causation = Encoding.UTF8.GetBytes(metadata.CausationId, destination[(HeaderBytes + correlation)..]);
        BinaryPrimitives.WriteUInt16LittleEndian(destination, (ushort)correlation);
        BinaryPrimitives.WriteUInt16LittleEndian(destination[2..], (ushort)causation);
        return correlation + causation == 0 ? 0 : HeaderBytes + correlation + causation;
    }

    /// <summary>How long what begins there is; −1 if it is not whole.</summary>
    public static int LengthOf(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < HeaderBytes) return -1;
        var length = HeaderBytes + BinaryPrimitives.ReadUInt16LittleEndian(bytes) + BinaryPrimitives.ReadUInt16LittleEndian(bytes[2..]);
        return length <= bytes.Length ? length : -1;
    }

    /// <summary>Reads it.</summary>
    public static EventMetadata? Read(ReadOnlySpan<byte> bytes)
    {
        if (bytes.IsEmpty) return null;
        var correlation = BinaryPrimitives.ReadUInt16LittleEndian(bytes);
        return new EventMetadata(TextOf(bytes.Slice(HeaderBytes, correlation)), TextOf(bytes[(HeaderBytes + correlation)..]));
    }

    private static string? TextOf(ReadOnlySpan<byte> bytes) => bytes.IsEmpty ? null : Encoding.UTF8.GetString(bytes);
}
