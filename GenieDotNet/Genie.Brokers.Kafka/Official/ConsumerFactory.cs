using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>The settings of consumers: of a group's member, or of one partition's only reader.</summary>
internal static class ConsumerFactory
{
    public static ConsumerBuilder<byte[], byte[]> Prepare(KafkaEndpoint endpoint, string group)
    {
        var session = endpoint.Options.SessionTimeout;
        var config = new ConsumerConfig(endpoint.Client())
        {
            GroupId = group,

            // Committed is what was noted, and noted is what was handled: reading alone moves nothing.
            EnableAutoOffsetStore = false,
            EnableAutoCommit = true,
            AutoCommitIntervalMs = (int)Math.Max(10, endpoint.Options.CommitInterval.TotalMilliseconds / 2),

            // A group without a position begins with what is there, so that nothing sent while it forms is passed over.
            AutoOffsetReset = AutoOffsetReset.Earliest,
            PartitionAssignmentStrategy = PartitionAssignmentStrategy.CooperativeSticky,
            SessionTimeoutMs = (int)session.TotalMilliseconds,

            // A member learns of a rebalance with its next heartbeat.
            HeartbeatIntervalMs = (int)Math.Max(100, session.TotalMilliseconds / 40),
            FetchErrorBackoffMs = 20,
            FetchWaitMaxMs = (int)endpoint.FetchWait.TotalMilliseconds,
            ConsumeResultFields = "headers",
        };
        return new ConsumerBuilder<byte[], byte[]>(config).SetLogHandler(KafkaErrors.IgnoreLog).SetErrorHandler((_, _) => { });
    }
}
