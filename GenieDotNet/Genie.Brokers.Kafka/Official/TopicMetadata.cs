using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Asks a cluster until it knows what it is asked for: a new topic's partitions take a moment to get leaders.</summary>
internal static class TopicMetadata
{
    /// <summary>Asks until every partition has a leader.</summary>
    /// <returns>The number of partitions.</returns>
    /// <exception cref="BrokerException">It does not become ready in time.</exception>
    public static async Task<int> WaitForLeadersAsync(AdminLink link, string topic, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var partitions = await AskAsync(
            link, topic,
            metadata => metadata.Topics.Find(candidate => candidate.Topic == topic) is { Partitions.Count: > 0 } found
                && found.Partitions.TrueForAll(partition => partition.Leader >= 0) ? found.Partitions.Count : null,
            timeout, cancellationToken).ConfigureAwait(false);
        return partitions ?? throw new BrokerException(
            $"kafka: topic '{topic}' has no leader for each partition after {timeout.TotalSeconds:0} s. Look at the servers' logs.", isTransient: true);
    }

    /// <summary>The id of any server of the cluster.</summary>
    /// <exception cref="KafkaException">None answers in time.</exception>
    public static async Task<int> AnyServerAsync(AdminLink link, TimeSpan timeout, CancellationToken cancellationToken) =>
        await AskAsync(link, null, metadata => metadata.Brokers.Count > 0 ? metadata.Brokers[0].BrokerId : null, timeout, cancellationToken).ConfigureAwait(false)
        ?? throw new KafkaException(ErrorCode.Local_TimedOut);

    private static Task<int?> AskAsync(
        AdminLink link, string? topic, Func<Metadata, int?> read, TimeSpan timeout, CancellationToken cancellationToken) =>
        Polling.UntilAsync(
            async () => await link.MetadataAsync(topic, cancellationToken).ConfigureAwait(false) is { } metadata ? read(metadata) : null,
            timeout, cancellationToken);
}
