using System.Globalization;
using System.Text;
using Genie.Brokers.Drivers;

namespace Genie.Brokers.Kafka;

/// <summary>Where a Kafka cluster is and how its topics are used.</summary>
public sealed record KafkaOptions
{
    /// <summary>
    /// A server to begin with: <c>kafka://host:port</c>, or <c>kafkas://</c> for TLS; with <c>user:password@</c>, SASL/PLAIN is
    /// used. Default: 127.0.0.1:9092.
    /// </summary>
    public Uri Url { get; init; } = new("kafka://127.0.0.1:9092");

    /// <summary>Further servers to begin with, <c>host:port</c>, separated by commas. Default none.</summary>
    [SecretSetting(SettingSecrecy.Addresses)]
    public string Servers { get; init; } = "";

    /// <summary>A PEM file of the authorities trusted for TLS; empty for the system's. Default empty.</summary>
    public string TlsCaFile { get; init; } = "";

    /// <summary>Checks that the server's certificate is valid and made out to its host. Default true.</summary>
    public bool TlsVerify { get; init; } = true;

    /// <summary>What stands before a channel's name in its topic's name. Default <c>genie.</c>.</summary>
    public string TopicPrefix { get; init; } = "genie.";

    /// <summary>Partitions of a topic that the driver creates; as many listeners can share it. Default 8.</summary>
    public int Partitions { get; init; } = 8;

    /// <summary>Copies of each partition in a topic that the driver creates. Default 1, which a single server can hold.</summary>
    public short Replicas { get; init; } = 1;

    /// <summary>
    /// The largest message in bytes. Default 1 MiB. Topics that the driver creates are configured to take it; of a topic that exists
    /// already a lower limit holds.
    /// </summary>
    public int MaxMessageBytes { get; init; } = 1024 * 1024;

    /// <summary>
    /// Keeps a connection's messages in one partition, and so in order, at the price of one listener handling them all.
    /// Default false: they are spread over the partitions.
    /// </summary>
    public bool Ordered { get; init; }

    /// <summary>Wait for more messages to fill a batch. Default 0: batches form by themselves while earlier ones are under way.</summary>
    public TimeSpan Linger { get; init; } = TimeSpan.Zero;

    /// <summary>What was handled is committed at the latest after this; the rest comes again if the listener crashes. Default 100 ms.</summary>
    public TimeSpan CommitInterval { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>The group's coordinator gives a listener up that is silent for this long, and passes its partitions on. Default 10 s, within which a server starts again: listeners that wait longer for it join anew, and wait until the group has missed their former selves.</summary>
    public TimeSpan SessionTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Time for connecting and for creating or deleting a topic. Default 10 s.</summary>
    public TimeSpan AdminTimeout { get; init; } = TimeSpan.FromSeconds(10);

    // The compiler's own would print the password.
    private bool PrintMembers(StringBuilder text)
    {
        text.Append(CultureInfo.InvariantCulture, $"{MaskedText.OfUrl(Url)}, {MaskedText.Of(SettingSecrecy.Addresses, Servers)}");
        return true;
    }
}
