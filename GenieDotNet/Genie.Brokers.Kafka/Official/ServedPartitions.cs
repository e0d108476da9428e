using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>
/// Waits until the leaders of a new topic's partitions take messages. A cluster names them in its metadata a moment before
/// they do. What is sent meanwhile is refused and sent again, but a batch behind the refused one may be taken first; the
/// leader, which knows nothing of the producer yet, accepts any first sequence number and then takes the earlier one for a
/// repetition, and the client reports it as delivered. Seen as one confirmed message missing, the first of a partition.
/// </summary>
internal static class ServedPartitions
{
    /// <summary>Asks every partition's leader for its offsets, which it only knows once it serves the partition.</summary>
    /// <exception cref="BrokerException">One does not serve in time.</exception>
    public static async Task WaitAsync(AdminLink link, string topic, int partitions, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var served = 0;
        Error? refusal = null;
        var areAll = await Polling.UntilAsync<bool>(
            async () =>
            {
                for (; served < partitions; served++)
                {
                    refusal = await link.AskLeaderAsync(new TopicPartition(topic, served), cancellationToken).ConfigureAwait(false);
                    if (refusal is not null) return null;
                }

                return true;
            },
            timeout, cancellationToken).ConfigureAwait(false);
        if (areAll is null)
            throw new BrokerException($"kafka: partition {served} of '{topic}' is not served after {timeout.TotalSeconds:0} s: {refusal?.Reason}. Look at the servers' logs.", isTransient: true);
    }
}
