using Genie.Brokers.Drivers;

namespace Genie.Brokers.Redis.Official;

/// <summary>Redis Streams through StackExchange.Redis.</summary>
public sealed class RedisDriver() : BrokerDriver<RedisOptions>(Description)
{
    // The library makes a task and an object for every command, and objects of every value that it reads.
    internal static DriverDescription Description { get; } = DriverDescription.OfPackage<RedisDriver>(
        RedisDrivers.Broker,
        "StackExchange.Redis",
        new GuaranteeCard(
            Confirmation: "Accepted: the server answered XADD, so the message is in the channel's stream, in memory. Persisted, with durable=true: the same from a server "
                + "that is set to write each command to disk before it answers (appendonly yes, appendfsync always), which every connection asks it for.",
            ClientCrash: "What was confirmed. What a crashed listener had not acknowledged is taken over by another one after take-over-after (30 s), and may be handled twice; an answer under way is gone.",
            ServerCrash: "Persisted messages. Accepted ones as the server's own settings have it: with appendfsync everysec those of the last second or two can be gone, without appendonly all since the last snapshot.",
            Ordering: "Sends of one connection reach one listener in the order sent; what is taken over or delivered again comes out of order.",
            LargestMessage: "max-message-bytes of the driver (16 MiB), less one byte; proto-max-bulk-len of the server, 512 MiB, is not reached. A requester with more than 32 MiB of answers waiting at the server loses its link.",
            CompetingConsumers: "One consumer group a channel; its listeners share it whatever their group is named, each holding at most its prefetch. A channel nobody listens to grows until the server's memory is full."),
        new AllocationBounds(6144, 4096));

    /// <inheritdoc/>
    public override IBroker Create(RedisOptions options) => new RedisBroker(options);
}
