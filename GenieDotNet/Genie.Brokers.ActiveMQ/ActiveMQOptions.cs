using Genie.Brokers.Drivers;
using Genie.Brokers.Links;

namespace Genie.Brokers.ActiveMQ;

/// <summary>Where the ActiveMQ server is, Artemis or classic, and how to log in.</summary>
public sealed record ActiveMQOptions : ServerOptions
{
    private static readonly BrokerUrlScheme[] StompSchemes = [new("stomp", 61613, Tls: false), new("stomp+ssl", 61612, Tls: true)];
    private static readonly BrokerUrlScheme[] OpenWireSchemes = [new("tcp", 61616, Tls: false), new("ssl", 61617, Tls: true)];

    /// <summary>The server's STOMP port, for the wire driver: <c>stomp://[user:password@]host[:port][/virtual-host]</c>;
    /// <c>stomp+ssl://</c> for TLS. Default <c>stomp://127.0.0.1:61613</c>.</summary>
    public Uri Url { get; init; } = new("stomp://127.0.0.1:61613");

    /// <summary>The server's OpenWire port, for the official client: <c>tcp://[user:password@]host[:port]</c>; <c>ssl://</c>
    /// for TLS. Default: follows <see cref="Url"/>, with OpenWire's standard port where that has STOMP's, else the same port,
    /// as where a server distinguishes the protocols by their first bytes.</summary>
    public Uri? OpenWireUrl { get; init; }

    /// <summary>User name; wins over the URL's. Empty: none.</summary>
    public string User { get; init; } = "";

    /// <summary>The user's password; wins over the URL's.</summary>
    [SecretSetting]
    public string Password { get; init; } = "";

    /// <summary>TLS whatever the URL's scheme says. Default false.</summary>
    public bool Tls { get; init; }

    /// <summary>What a channel's name is preceded by to make its queue. Default <c>genie.</c></summary>
    public string QueuePrefix { get; init; } = "genie.";

    /// <summary>
    /// Largest message with its answer's status byte, in bytes; a larger one is refused before it is sent. Artemis has no
    /// limit of its own but holds each message in its heap, classic takes 100 MiB. Default 16 MiB.
    /// </summary>
    public int MaxMessageBytes { get; init; } = 16 << 20;

    /// <summary>
    /// Artemis bounds what a listener has not settled in bytes, not in messages: this is what a message is reckoned at.
    /// Default 1 KiB, so that a prefetch of 256 is a window of 256 KiB.
    /// </summary>
    public int PrefetchMessageBytes { get; init; } = 1024;

    /// <summary>Heart-beats asked for in both directions; the server may lengthen them. Zero: none. Default 10 s.</summary>
    public TimeSpan HeartBeat { get; init; } = TimeSpan.FromSeconds(10);

    /// <inheritdoc/>
    protected override string Shown => $"{Address}, {OpenWireAddress}";

    internal BrokerUrl Address => BrokerUrl.Parse(ActiveMQDrivers.Broker, Url, StompSchemes);

    internal BrokerUrl OpenWireAddress => BrokerUrl.Parse(ActiveMQDrivers.Broker, OpenWireUrl ?? OpenWireBeside(Address), OpenWireSchemes);

    private Uri OpenWireBeside(BrokerUrl stomp)
    {
        var i = Array.FindIndex(StompSchemes, scheme => scheme.Tls == stomp.Tls);
        return new UriBuilder(Url) { Scheme = OpenWireSchemes[i].Name, Port = stomp.Port == StompSchemes[i].Port ? OpenWireSchemes[i].Port : stomp.Port, Path = "" }.Uri;
    }

    internal (string User, string Password) CredentialsFor(BrokerUrl address) =>
        User.Length > 0 ? (User, Password) : (address.User, address.Password ?? "");

    internal LinkOptions LinkTo(BrokerUrl address) => LinkTo(ActiveMQDrivers.Broker, address, Tls || address.Tls);
}
