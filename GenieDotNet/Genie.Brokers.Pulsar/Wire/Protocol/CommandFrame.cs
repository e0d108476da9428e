using System.Buffers.Binary;
using Google.Protobuf;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>Commands as frames without a payload.</summary>
internal static class CommandFrame
{
    private const int SizeBytes = 4;

    /// <summary>Bytes before the command.</summary>
    public const int HeadBytes = 2 * SizeBytes;

    /// <summary>A rare command as bytes.</summary>
    public static byte[] Format(BaseCommand command)
    {
        var bytes = new byte[HeadBytes + command.CalculateSize()];
        command.WriteTo(bytes.AsSpan(HeadBytes));
        WriteHead(bytes, bytes.Length - HeadBytes);
        return bytes;
    }

    /// <summary>Writes the sizes of a frame that is a command alone; returns the whole length.</summary>
    public static int WriteHead(Span<byte> destination, int commandBytes)
    {
        BinaryPrimitives.WriteInt32BigEndian(destination, commandBytes + SizeBytes);
        BinaryPrimitives.WriteInt32BigEndian(destination[SizeBytes..], commandBytes);
        return HeadBytes + commandBytes;
    }
}
