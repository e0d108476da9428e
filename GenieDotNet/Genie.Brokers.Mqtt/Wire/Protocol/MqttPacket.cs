using System.Buffers;

namespace Genie.Brokers.Mqtt.Wire.Protocol;

/// <summary>One packet as it lies in the receive buffer.</summary>
/// <param name="Type">What it is.</param>
/// <param name="Flags">The lower four bits of its first byte.</param>
/// <param name="Body">Variable header and payload.</param>
internal readonly record struct MqttPacket(MqttPacketType Type, byte Flags, ReadOnlySequence<byte> Body)
{
    private const int FixedHeaderBytesMax = 5;

    /// <summary>Takes one whole packet off the front of the buffer (MQTT 5.0 section 2.1); false if there is none yet.</summary>
    /// <param name="buffer">What was received.</param>
    /// <param name="bytesMax">Largest packet that we told the server to send.</param>
    /// <param name="packet">The packet.</param>
    /// <exception cref="BrokerProtocolException">This is not MQTT, or the packet is too large.</exception>
    public static bool TryRead(ref ReadOnlySequence<byte> buffer, long bytesMax, out MqttPacket packet)
    {
        packet = default;
        var first = buffer.FirstSpan;
        if (first.Length < FixedHeaderBytesMax && !buffer.IsSingleSegment)
        {
            Span<byte> header = stackalloc byte[FixedHeaderBytesMax];
            header = header[..(int)Math.Min(buffer.Length, FixedHeaderBytesMax)];
            buffer.Slice(0, header.Length).CopyTo(header);
            return TryRead(ref buffer, header, bytesMax, ref packet);
        }

        return TryRead(ref buffer, first, bytesMax, ref packet);
    }

    /// <summary>The body in one piece: a copy if it lies across segments. For packets that are small.</summary>
    public ReadOnlySpan<byte> Contiguous() => Body.IsSingleSegment ? Body.FirstSpan : Body.ToArray();

    private static bool TryRead(ref ReadOnlySequence<byte> buffer, scoped ReadOnlySpan<byte> header, long bytesMax, ref MqttPacket packet)
    {
        var length = 0;
        for (var i = 1; i < header.Length; i++)
        {
            if (i == FixedHeaderBytesMax) break;
            length |= (header[i] & 0x7F) << (7 * (i - 1));
            if (header[i] >= 0x80) continue;
            var start = i + 1;
            if (start + (long)length > bytesMax) throw MqttReader.Malformed($"a packet of {start + (long)length:N0} bytes, more than the {bytesMax:N0} it was told to send");
            if (buffer.Length < start + (long)length) return false;
            packet = new MqttPacket((MqttPacketType)(header[0] >> 4), (byte)(header[0] & 0x0F), buffer.Slice(start, length));
            buffer = buffer.Slice(start + (long)length);
            return true;
        }

        return header.Length < FixedHeaderBytesMax ? false : throw MqttReader.Malformed("a length of more than four bytes");
    }
}
