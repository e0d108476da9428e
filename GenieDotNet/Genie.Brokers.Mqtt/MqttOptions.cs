using Genie.Brokers.Drivers;
using Genie.Brokers.Links;

namespace Genie.Brokers.Mqtt;

/// <summary>Where the MQTT 5 server is and how it is used. The same for both clients.</summary>
public sealed record MqttOptions : ServerOptions
{
    /// <summary>Longest <see cref="TopicPrefix"/> and <see cref="ReplyPrefix"/>, in characters.</summary>
    public const int PrefixCharactersMax = 128;

    private const uint ProtocolPacketBytesMax = 268_435_460;

    /// <summary><c>mqtt://[user:password@]host[:port]</c>, or <c>mqtts://</c> for TLS. Default <c>mqtt://127.0.0.1:1883</c>.</summary>
    public Uri Url { get; init; } = new("mqtt://127.0.0.1:1883");

    /// <summary>User name; wins over the URL's. Empty: none.</summary>
    public string User { get; init; } = "";

    /// <summary>The user's password; wins over the URL's.</summary>
    [SecretSetting]
    public string Password { get; init; } = "";

    /// <summary>What a channel's name is preceded by to make its topic. Default <c>genie/</c>.</summary>
    public string TopicPrefix { get; init; } = "genie/";

    /// <summary>What a client's id is preceded by to make the topic of its answers. Default <c>genie-reply/</c>.</summary>
    public string ReplyPrefix { get; init; } = "genie-reply/";

    /// <summary>QoS of sends that are confirmed, and of what listeners take. Default <see cref="MqttQos.AtLeastOnce"/>.</summary>
    public MqttQos Qos { get; init; } = MqttQos.AtLeastOnce;

    /// <summary>QoS of requests and answers. Default <see cref="MqttQos.AtMostOnce"/>: the answer confirms the request. From
    /// <see cref="MqttQos.AtLeastOnce"/> on the server reports at once that nobody listens.</summary>
    public MqttQos RequestQos { get; init; } = MqttQos.AtMostOnce;

    /// <summary>Largest packet that the server may send us, in bytes; also bounds what is sent. Default 16 MiB. The server may allow less.</summary>
    public long MaxPacketBytes { get; init; } = 16 * 1024 * 1024;

    /// <summary>The server keeps a lost listener's session, with what was under way, for this long. Default 60 s; 0: not at all.</summary>
    public TimeSpan SessionExpiry { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>The server ends a link that was silent for one and a half times this. Default 30 s; the server may ask for less.</summary>
    public TimeSpan KeepAlive { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Names a connection's topic by a number from the second message on, where the server allows. Default true.</summary>
    public bool TopicAliases { get; init; } = true;

    /// <summary>Asks the server on first use for its version and whether it delays small packets (Nagle's algorithm). Default true.</summary>
    public bool Probe { get; init; } = true;

    /// <inheritdoc/>
    protected override string Shown => $"{Address}";

    internal BrokerUrl Address => BrokerUrl.Parse(MqttDrivers.Broker, Url, new("mqtt", 1883, Tls: false), new("mqtts", 8883, Tls: true));

    internal string EffectiveUser => User.Length > 0 ? User : Address.User;

    internal string EffectivePassword => User.Length > 0 ? Password : Address.Password ?? "";

    internal LinkOptions Link => LinkTo(MqttDrivers.Broker, Address, Address.Tls);

    /// <summary>Refuses values that MQTT cannot carry.</summary>
    internal void Check()
    {
        foreach (var (name, prefix) in new[] { ("topic-prefix", TopicPrefix), ("reply-prefix", ReplyPrefix) })
        {
            // 4.7: wildcards and NUL may not stand in a topic name.
            if (prefix.Length > PrefixCharactersMax || prefix.AsSpan().IndexOfAny('+', '#', '\0') >= 0)
                throw new BrokerSettingException($"mqtt.{name}: at most {PrefixCharactersMax} characters, without +, # and NUL.");
        }

        if (MaxPacketBytes is < 1024 or > ProtocolPacketBytesMax)
            throw new BrokerSettingException($"mqtt.max-packet-bytes: from 1,024 to {ProtocolPacketBytesMax:N0}, the protocol's own limit.");
        if (KeepAlive.TotalSeconds is < 1 or > ushort.MaxValue) throw new BrokerSettingException("mqtt.keep-alive: from 1s to 65535s.");
        if (SessionExpiry < TimeSpan.Zero || SessionExpiry.TotalSeconds > uint.MaxValue) throw new BrokerSettingException("mqtt.session-expiry: from 0s to 4294967295s.");
    }
}
