using Confluent.Kafka;
using Genie.Brokers.Drivers;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Turns <see cref="KafkaOptions"/> into the settings that every librdkafka client shares.</summary>
internal sealed class KafkaEndpoint
{
    private const int StandardPort = 9092;

    // A record's own overhead, its headers, and the batch around it.
    private const int OverheadBytes = 4096;

    public KafkaEndpoint(KafkaOptions options)
    {
        Options = options;
        var url = options.Url;
        if (url.Scheme is not ("kafka" or "kafkas"))
            throw new BrokerSettingException("kafka.url: the scheme is unknown; write kafka://host:port, or kafkas:// for TLS.");
        if (MaskedText.IsCutShort(url)) throw new BrokerSettingException($"kafka.url: an @ stands behind the host. {MaskedText.UrlHint}");
        if (url.UserInfo.Length > 0 && url.UserInfo.Split(':', 2) is not [_, { Length: > 0 }]) throw new BrokerSettingException("kafka.url: a user needs a password: kafka://user:password@host:port.");
        Host = url.Host;
        Port = url.IsDefaultPort ? StandardPort : url.Port;
        var hosts = options.Servers.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        Bootstrap = string.Join(',', hosts.Prepend($"{Host}:{Port}"));
    }

    /// <summary>What the user said.</summary>
    public KafkaOptions Options { get; }

    /// <summary>The first server's host.</summary>
    public string Host { get; }

    /// <summary>The first server's port.</summary>
    public int Port { get; }

    /// <summary>All servers to begin with.</summary>
    public string Bootstrap { get; init; }

    /// <summary>How long a server may wait for messages before it answers a fetch; librdkafka's default is 500 ms.</summary>
    public TimeSpan FetchWait { get; init; } = TimeSpan.FromMilliseconds(500);

    /// <summary>The limit that topics and producers are given, so that a message of <see cref="KafkaOptions.MaxMessageBytes"/> fits.</summary>
    public int RecordBytesMax => Options.MaxMessageBytes + OverheadBytes;

    /// <summary>The topic of a channel.</summary>
    public string TopicOf(string channel) => Options.TopicPrefix + channel;

    /// <summary>Settings of any client: address, credentials, TLS, limits, delays.</summary>
    public ClientConfig Client()
    {
        var isTls = Options.Url.Scheme == "kafkas";
        var user = Options.Url.UserInfo.Split(':', 2);
        var hasPassword = user[0].Length > 0;
        var config = new ClientConfig
        {
            BootstrapServers = Bootstrap,
            ClientId = "genie",
            SecurityProtocol = (isTls, hasPassword) switch
            {
                (true, true) => SecurityProtocol.SaslSsl,
                (true, false) => SecurityProtocol.Ssl,
                (false, true) => SecurityProtocol.SaslPlaintext,
                (false, false) => SecurityProtocol.Plaintext,
            },
            SocketNagleDisable = true,
            SocketKeepaliveEnable = true,
            MessageMaxBytes = RecordBytesMax,
            ReconnectBackoffMs = 50,

            // With its jitter up to half as long again.
            ReconnectBackoffMaxMs = 500,
            RetryBackoffMs = 20,
            TopicMetadataRefreshFastIntervalMs = 50,

            // Topics are created on purpose, with the partitions and limits of the options.
            AllowAutoCreateTopics = false,
            LogConnectionClose = false,
        };
        if (hasPassword)
        {
            config.SaslMechanism = SaslMechanism.Plain;
            config.SaslUsername = Uri.UnescapeDataString(user[0]);
            config.SaslPassword = Uri.UnescapeDataString(user.ElementAtOrDefault(1) ?? "");
        }

        if (!isTls) return config;
        if (Options.TlsCaFile.Length > 0) config.SslCaLocation = Options.TlsCaFile;
        config.EnableSslCertificateVerification = Options.TlsVerify;
        if (Options.TlsVerify) config.SslEndpointIdentificationAlgorithm = SslEndpointIdentificationAlgorithm.Https;
        return config;
    }
}
