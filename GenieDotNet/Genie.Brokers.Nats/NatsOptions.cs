using Genie.Brokers.Drivers;
using Genie.Brokers.Links;

namespace Genie.Brokers.Nats;

/// <summary>Where the NATS server is and how to log in. The same for both clients.</summary>
public sealed record NatsOptions : ServerOptions
{
    internal const int StandardPort = 4222;

    private static readonly BrokerUrlScheme[] Schemes = [new("nats", StandardPort, Tls: false), new("tls", StandardPort, Tls: true)];

    /// <summary><c>nats://[user:password@|token@]host[:port]</c>; <c>tls://</c> insists on TLS. Default <c>nats://127.0.0.1:4222</c>.</summary>
    public Uri Url { get; init; } = new("nats://127.0.0.1:4222");

    /// <summary>User name; wins over the URL's. Empty: none.</summary>
    public string User { get; init; } = "";

    /// <summary>The user's password; wins over the URL's.</summary>
    [SecretSetting]
    public string Password { get; init; } = "";

    /// <summary>Token, for servers that ask for one; wins over the URL's. Empty: none.</summary>
    [SecretSetting]
    public string Token { get; init; } = "";

    /// <summary>Insists on TLS. A server that requires it gets it anyway. Default false.</summary>
    public bool Tls { get; init; }

    /// <summary>What a channel's name is preceded by to make its subject. Default <c>genie.</c></summary>
    public string SubjectPrefix { get; init; } = "genie.";

    /// <summary>First token of the subjects that answers come to, where permissions ask for another. Default <c>_INBOX</c>.</summary>
    public string InboxPrefix { get; init; } = "_INBOX";

    /// <summary>A PING is sent this often; the link is given up when nothing came for three times as long. Default 20 s.</summary>
    public TimeSpan PingInterval { get; init; } = TimeSpan.FromSeconds(20);

    /// <inheritdoc/>
    protected override string Shown => $"{Address}";

    internal BrokerUrl Address => BrokerUrl.Parse(NatsDrivers.Broker, Url, Schemes);

    internal bool InsistsOnTls => Tls || Address.Tls;

    internal NatsCredentials Credentials
    {
        get
        {
            var address = Address;
            if (User.Length > 0 || Token.Length > 0) return new NatsCredentials(User, Password, Token);
            return address.Password is null ? new NatsCredentials("", "", address.User) : new NatsCredentials(address.User, address.Password, "");
        }
    }
}
