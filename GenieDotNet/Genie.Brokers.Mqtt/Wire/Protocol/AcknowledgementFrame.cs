using Genie.Brokers.Links;

namespace Genie.Brokers.Mqtt.Wire.Protocol;

/// <summary>PUBACK, PUBREC, PUBREL or PUBCOMP: 3.4 to 3.7. Without a reason code it means success.</summary>
internal readonly struct AcknowledgementFrame(MqttPacketType type, ushort packetId, byte reasonCode = MqttReasons.Success) : ILinkFrame
{
    private const int BytesMax = 5;
    private const byte PubRelFlags = 2;

    public int SizeMax => BytesMax;

    public int Write(Span<byte> destination)
    {
        var bytes = new MqttBytes(destination);
        bytes.Byte((byte)(((int)type << 4) | (type == MqttPacketType.PubRel ? PubRelFlags : 0)));
        bytes.Byte((byte)(reasonCode == MqttReasons.Success ? 2 : 3));
        bytes.UInt16(packetId);
        if (reasonCode != MqttReasons.Success) bytes.Byte(reasonCode);
        return bytes.Length;
    }
}
