namespace Genie.Brokers.Mqtt.Wire.Protocol;

/// <summary>A received PUBACK, PUBREC, PUBREL, PUBCOMP, SUBACK or UNSUBACK: MQTT 5.0 sections 3.4 to 3.11.</summary>
/// <param name="PacketId">What it answers.</param>
/// <param name="ReasonCode">The first code; 0 where none is sent.</param>
/// <param name="Reason">What the server adds; usually empty.</param>
internal readonly record struct MqttAcknowledgement(ushort PacketId, byte ReasonCode, string Reason)
{
    public static MqttAcknowledgement Read(in MqttPacket packet)
    {
        var reader = new MqttReader(packet.Contiguous());
        var id = reader.UInt16();

        // Code and properties may be left out: 3.4.2.1.
        if (reader.IsAtEnd) return new MqttAcknowledgement(id, MqttReasons.Success, "");
        if (packet.Type is MqttPacketType.SubAck or MqttPacketType.UnsubAck)
        {
            var reason = ReadReason(reader.Properties());
            return new MqttAcknowledgement(id, reader.Byte(), reason);
        }

        var code = reader.Byte();
        return new MqttAcknowledgement(id, code, reader.IsAtEnd ? "" : ReadReason(reader.Properties()));
    }

    /// <summary>Code and reason of a DISCONNECT: 3.14.2.</summary>
    public static (byte ReasonCode, string Reason) ReadDisconnect(in MqttPacket packet)
    {
        var reader = new MqttReader(packet.Contiguous());
        if (reader.IsAtEnd) return (MqttReasons.Success, "");
        var code = reader.Byte();
        return (code, reader.IsAtEnd ? "" : ReadReason(reader.Properties()));
    }

    private static string ReadReason(MqttReader properties)
    {
        var reason = "";
        while (!properties.IsAtEnd)
        {
            var property = properties.Byte();
            if (property == MqttProperty.ReasonString) reason = properties.Text();
            else properties.Skip(property);
        }

        return reason;
    }
}
