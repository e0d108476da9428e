using Genie.Brokers.Links;

namespace Genie.Brokers.Redis;

/// <summary>Where a Redis server is and how its streams are used.</summary>
public sealed record RedisOptions : ServerOptions
{
    /// <summary>The server: <c>redis://user:password@host:port/database</c>, or <c>rediss://</c> for TLS. Default: 127.0.0.1:6379, database 0.</summary>
    public Uri Url { get; init; } = new("redis://127.0.0.1:6379");

    /// <summary>What stands before a channel's name in its stream's key. Default <c>genie.</c>.</summary>
    public string KeyPrefix { get; init; } = "genie.";

    /// <summary>
    /// Offers <see cref="Confirmation.Persisted"/>, for a server that has each command on disk before it answers: <c>appendonly yes</c> and
    /// <c>appendfsync always</c>. Each connection asks the server for both and is refused where it has not. Default false.
    /// </summary>
    public bool Durable { get; init; }

    /// <summary>
    /// The largest message in bytes. Default 16 MiB: Redis cuts the link of a requester whose answers wait at the server beyond
    /// <c>client-output-buffer-limit pubsub</c> (32 MiB). Its own limit of a message is <c>proto-max-bulk-len</c> (512 MiB).
    /// </summary>
    public long MaxMessageBytes { get; init; } = 16 * 1024 * 1024;

    /// <summary>
    /// A listener that has given no sign of life for this long is taken for dead, and another one takes over what it had not
    /// acknowledged. Living ones give a sign three times in it, however slow their handlers are. Default 30 s.
    /// </summary>
    public TimeSpan TakeOverAfter { get; init; } = TimeSpan.FromSeconds(30);

    /// <inheritdoc/>
    protected override string Shown => $"{Address}";

    internal BrokerUrl Address => BrokerUrl.Parse(RedisDrivers.Broker, Url, new("redis", 6379, Tls: false), new("rediss", 6379, Tls: true));
}
