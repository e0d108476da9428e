using Genie.Brokers.Drivers;
using Genie.Brokers.Links;

namespace Genie.Brokers.Pulsar;

/// <summary>Where the Pulsar broker is, how to log in, and how topics are used. The same for all clients.</summary>
public sealed record PulsarOptions : ServerOptions
{
    private static readonly BrokerUrlScheme[] Schemes = [new("pulsar", 6650, Tls: false), new("pulsar+ssl", 6651, Tls: true)];

    /// <summary><c>pulsar://[token@]host[:port]</c>; <c>pulsar+ssl://</c> for TLS. Default <c>pulsar://127.0.0.1:6650</c>.</summary>
    public Uri Url { get; init; } = new("pulsar://127.0.0.1:6650");

    /// <summary>The broker's HTTP port, <c>http://host:port</c>, asked only for the settings that a report names. Default: port 8080 of <see cref="Url"/>'s host.</summary>
    public Uri? AdminUrl { get; init; }

    /// <summary>Token (JWT), for brokers that ask for one; wins over the URL's. Empty: none.</summary>
    [SecretSetting]
    public string Token { get; init; } = "";

    /// <summary>TLS whatever the URL's scheme says. Default false.</summary>
    public bool Tls { get; init; }

    /// <summary>The tenant of all topics. Default <c>public</c>.</summary>
    public string Tenant { get; init; } = "public";

    /// <summary>The namespace of all topics. Default <c>default</c>.</summary>
    public string Namespace { get; init; } = "default";

    /// <summary>What a channel's name is preceded by to make its topic. Default <c>genie.</c></summary>
    public string TopicPrefix { get; init; } = "genie.";

    /// <summary>Topics whose messages the broker stores before it answers. False: non-persistent topics, whose messages the broker
    /// passes on at once and drops where a listener does not keep up. Default true.</summary>
    public bool Persistent { get; init; } = true;

    /// <summary>How listeners of a group share. Both sides must say the same for <see cref="PulsarSubscriptionType.KeyShared"/>. Default Shared.</summary>
    public PulsarSubscriptionType SubscriptionType { get; init; } = PulsarSubscriptionType.Shared;

    /// <summary>Name of a connection's producer, by which a broker that deduplicates knows it again, and goes on counting where it was;
    /// no second connection of the channel may have it. Empty: the broker gives one.</summary>
    public string ProducerName { get; init; } = "";

    /// <summary>Messages are gathered into batches while this many sends of a connection are unanswered. Default 4; 0 batches whenever it can.</summary>
    public int BatchAfter { get; init; } = 4;

    /// <summary>Messages of one batch at most; 1: no batches. Default 1,000.</summary>
    public int BatchMessagesMax { get; init; } = 1000;

    /// <summary>Bytes of one batch at most. Default 128 KiB.</summary>
    public int BatchBytesMax { get; init; } = 128 * 1024;

    /// <summary>The largest message in bytes that a listener reads, once it is decompressed and put together of its chunks; a larger one
    /// stays with the subscription, and the event source <c>Genie.Brokers</c> says so. Default 64 MiB.</summary>
    public int ReceivedMessageBytesMax { get; init; } = 64 << 20;

    /// <summary>A PING is sent this often; the link is given up when nothing came for twice as long. Default 30 s.</summary>
    public TimeSpan KeepAlive { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How often a listener asks whether its topic has more partitions than it listens to. Default 1 min.</summary>
    public TimeSpan PartitionsUpdateInterval { get; init; } = TimeSpan.FromMinutes(1);

    /// <inheritdoc/>
    protected override string Shown => $"{Address}";

    internal BrokerUrl Address => BrokerUrl.Parse(PulsarDrivers.Broker, Url, Schemes);

    internal bool UsesTls => Tls || Address.Tls;

    internal string Credential => Token.Length > 0 ? Token : Address.User;

    internal LinkOptions Link => LinkTo(Address);

    /// <summary>How to reach a broker that a look-up named.</summary>
    internal LinkOptions LinkTo(BrokerUrl address) => LinkTo(PulsarDrivers.Broker, address, UsesTls);

    /// <summary>Reads an address that a look-up gave.</summary>
    /// <exception cref="BrokerSettingException">It is none.</exception>
    internal static BrokerUrl ParseAddress(string url) => Uri.TryCreate(url, UriKind.Absolute, out var parsed)
        ? BrokerUrl.Parse(PulsarDrivers.Broker, parsed, Schemes)
        : throw new BrokerProtocolException(PulsarDrivers.Broker, $"a look-up answered with the address '{url}'");
}
