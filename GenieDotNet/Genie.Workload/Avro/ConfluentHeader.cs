using System.Buffers.Binary;

namespace Genie.Workload.Avro;

/// <summary>
/// The five bytes ahead of a message whose schema lies in a schema registry (Confluent's wire format): a magic byte of 0,
/// then the schema's id, the highest byte first.
/// </summary>
public static class ConfluentHeader
{
    /// <summary>Its length.</summary>
    public const int Bytes = 5;

    private const byte Magic = 0;

    /// <summary>Writes the header.</summary>
    public static void Write(ref AvroWriter writer, int schemaId)
    {
        Span<byte> header = stackalloc byte[Bytes];
        header[0] = Magic;
        BinaryPrimitives.WriteInt32BigEndian(header[1..], schemaId);
        writer.WriteRaw(header);
    }

    /// <summary>Reads the header and returns the schema's id.</summary>
    /// <exception cref="AvroFormatException">There is no such header.</exception>
    public static int Read(ref AvroReader reader)
    {
        var header = reader.Take(Bytes);
        return header[0] == Magic
            ? BinaryPrimitives.ReadInt32BigEndian(header[1..])
            : throw new AvroFormatException($"A message with a schema id begins with 0, not {header[0]}.");
    }
}
