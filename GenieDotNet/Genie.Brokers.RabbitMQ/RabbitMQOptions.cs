using Genie.Brokers.Links;

namespace Genie.Brokers.RabbitMQ;

/// <summary>Where a RabbitMQ server is and how its queues are used.</summary>
public sealed record RabbitMQOptions : ServerOptions
{
    /// <summary>The server: <c>amqp://user:password@host:port/virtual-host</c>, or <c>amqps://</c> for TLS. Default: guest on 127.0.0.1:5672.</summary>
    public Uri Url { get; init; } = new("amqp://guest:guest@127.0.0.1:5672");

    /// <summary>What stands before a channel's name in its queue's name. Default <c>genie.</c>.</summary>
    public string QueuePrefix { get; init; } = "genie.";

    /// <summary>
    /// Queues outlive a restart of the server, which <see cref="Confirmation.Persisted"/> needs; messages do so only at
    /// that level. Default true. Sender and listener must agree: the server refuses to open an existing queue otherwise.
    /// </summary>
    public bool Durable { get; init; } = true;

    /// <summary>
    /// Declares queues with <c>x-single-active-consumer</c>: of several listeners one is served, and the next one when it has gone. A queue
    /// that was declared otherwise cannot be listened to. Default false: listeners share.
    /// </summary>
    public bool SingleActiveConsumer { get; init; }

    /// <summary>
    /// The server's <c>max_message_size</c> in bytes. Default 16 MiB, what RabbitMQ 4 takes unless configured otherwise; 3.8 to 3.13
    /// take 128 MiB. A larger message would cost the link, so it is refused here.
    /// </summary>
    public long MaxMessageBytes { get; init; } = 16 * 1024 * 1024;

    /// <summary>
    /// Handled messages that one acknowledgement may cover, at most a quarter of the prefetch; fewer are acknowledged after
    /// <see cref="AcknowledgeDelay"/>. Larger is faster; what was handled and not yet acknowledged comes again after a crash.
    /// 1 acknowledges each at once. Default 64. Applies to listeners with a concurrency of 1.
    /// </summary>
    public int AcknowledgeEvery { get; init; } = 64;

    /// <summary>Longest wait of a handled message for its acknowledgement. Default 5 ms.</summary>
    public TimeSpan AcknowledgeDelay { get; init; } = TimeSpan.FromMilliseconds(5);

    /// <summary>
    /// A message that is to wait for longer than this for its next delivery waits in a queue beside its own (its name followed by
    /// <c>.wait.</c> and milliseconds), which gives it back by itself: unacknowledged for longer than the server's
    /// <c>consumer_timeout</c>, it would cost the link. Default 5 s.
    /// </summary>
    public TimeSpan HoldMax { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>A silent link is given up after about twice this. Default 10 s.</summary>
    public TimeSpan Heartbeat { get; init; } = TimeSpan.FromSeconds(10);

    /// <inheritdoc/>
    protected override string Shown => $"{Address}";

    internal BrokerUrl Address => BrokerUrl.Parse(RabbitMQDrivers.Broker, Url, new("amqp", 5672, Tls: false), new("amqps", 5671, Tls: true));
}
