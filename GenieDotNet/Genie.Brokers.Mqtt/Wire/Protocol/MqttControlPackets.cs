using System.Text;

namespace Genie.Brokers.Mqtt.Wire.Protocol;

/// <summary>The packets that are sent once a session.</summary>
internal static class MqttControlPackets
{
    private const byte ProtocolVersion = 5;
    private const byte CleanStart = 0x02;
    private const byte PasswordFlag = 0x40;
    private const byte UserFlag = 0x80;
    private const byte NoRetainedMessages = 2 << 4;

    public static readonly byte[] PingRequest = [(int)MqttPacketType.PingReq << 4, 0];

    /// <summary>DISCONNECT that ends the server's session too: 3.14, with a session expiry of 0.</summary>
    public static readonly byte[] Disconnect = [(int)MqttPacketType.Disconnect << 4, 7, MqttReasons.Success, 5, MqttProperty.SessionExpiryInterval, 0, 0, 0, 0];

    /// <summary>CONNECT: 3.1.</summary>
    public static byte[] Connect(MqttOptions options, MqttIdentity identity)
    {
        var user = options.EffectiveUser;
        var password = options.EffectivePassword;
        return Build((byte)((int)MqttPacketType.Connect << 4), 128 + (3 * (identity.ClientId.Length + user.Length + password.Length)), (ref MqttBytes body) =>
        {
            body.Text("MQTT");
            body.Byte(ProtocolVersion);
            body.Byte((byte)((identity.CleanStart ? CleanStart : 0) | (user.Length > 0 ? UserFlag : 0) | (password.Length > 0 ? PasswordFlag : 0)));
            body.UInt16((int)options.KeepAlive.TotalSeconds);
            const int PropertyBytes = 5 + 3 + 5 + 3;
            body.Variable(PropertyBytes);
            body.Byte(MqttProperty.SessionExpiryInterval);
            body.UInt32(identity.SessionExpirySeconds);
            body.Byte(MqttProperty.ReceiveMaximum);
            body.UInt16(identity.ReceiveMaximum);
            body.Byte(MqttProperty.MaximumPacketSize);
            body.UInt32((uint)options.MaxPacketBytes);
            body.Byte(MqttProperty.TopicAliasMaximum);
            body.UInt16(MqttSession.IncomingTopicAliasesMax);
            body.Text(identity.ClientId);
            if (user.Length > 0) body.Text(user);
            if (password.Length > 0) body.Text(password);
        });
    }

    /// <summary>SUBSCRIBE to one filter: 3.8.</summary>
    /// <param name="packetId">Its number.</param>
    /// <param name="filter">Topic or shared subscription.</param>
    /// <param name="qos">The most that messages are to come at.</param>
    /// <param name="retained">True if what the server retains is wanted.</param>
    public static byte[] Subscribe(ushort packetId, string filter, MqttQos qos, bool retained) =>
        Build(((int)MqttPacketType.Subscribe << 4) | 2, 16 + Encoding.UTF8.GetByteCount(filter), (ref MqttBytes body) =>
        {
            body.UInt16(packetId);
            body.Variable(0);
            body.Text(filter);
            body.Byte((byte)((int)qos | (retained ? 0 : NoRetainedMessages)));
        });

    /// <summary>UNSUBSCRIBE from one filter: 3.10.</summary>
    public static byte[] Unsubscribe(ushort packetId, string filter) =>
        Build(((int)MqttPacketType.Unsubscribe << 4) | 2, 16 + Encoding.UTF8.GetByteCount(filter), (ref MqttBytes body) =>
        {
            body.UInt16(packetId);
            body.Variable(0);
            body.Text(filter);
        });

    private static byte[] Build(byte first, int bodyBytesMax, BodyWriter write)
    {
        var bytes = new byte[bodyBytesMax];
        var body = new MqttBytes(bytes);
        write(ref body);
        var packet = new byte[1 + MqttBytes.SizeOf(body.Length) + body.Length];
        var whole = new MqttBytes(packet);
        whole.Byte(first);
        whole.Variable(body.Length);
        whole.Raw(bytes.AsSpan(0, body.Length));
        return packet;
    }

    private delegate void BodyWriter(ref MqttBytes body);
}
