using System.Text;
using Genie.Brokers.Drivers;
using Genie.Brokers.Mqtt;

namespace DriverPingPong.Bare;

/// <summary>MQTT 5.0 at QoS 0, without properties (sections 3.1 CONNECT, 3.3 PUBLISH, 3.8 SUBSCRIBE).</summary>
internal sealed class BareMqtt : BareExchange
{
    private const byte ConnectPacket = 0x10;
    private const byte PublishPacket = 0x30;
    private const byte SubscribePacket = 0x82;
    private const byte CleanStart = 0x02;

    public BareMqtt(Arguments arguments, bool responds)
        : base(responds)
    {
        Connect("mqtt", BrokerOptionsBinder.Bind<MqttOptions>("mqtt", arguments.Settings).Url, "mqtt", 1883);
        Ask(Packet(ConnectPacket, [.. Text("MQTT"), 5, CleanStart, 0, 0, 0, .. Text($"bare-{Guid.NewGuid():N}")]), IsPacket);
        Ask(Packet(SubscribePacket, [0, 1, 0, .. Text(Own), 0]), IsPacket);
        Message = Packet(PublishPacket, [.. Text(Other), 0, .. new byte[arguments.Size]]);
    }

    private static byte[] Packet(byte type, byte[] content)
    {
        List<byte> packet = [type];
        var rest = content.Length;
        do
        {
            packet.Add((byte)(rest % 128 | (rest > 127 ? 128 : 0)));
            rest /= 128;
        }
        while (rest > 0);
        return [.. packet, .. content];
    }

    private static byte[] Text(string text) => [0, (byte)text.Length, .. Encoding.ASCII.GetBytes(text)];

    // Answers to the first two packets are short: one byte says how much follows.
    private static bool IsPacket(byte[] received) => received.Length >= 2 && received.Length >= 2 + received[1];
}
