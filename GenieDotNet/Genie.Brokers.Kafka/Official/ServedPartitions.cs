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
    /// <returns>The end of each.</returns>
    /// <exception cref="BrokerException">One does not serve in time.</exception>
    public static async Task<IReadOnlyList<Offset>> WaitAsync(AdminLink link, string topic, int partitions, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var ends = new List<Offset>(partitions);
        Error? refusal = null;
        var areAll = await Polling.UntilAsync<bool>(
            async () =>
            {
                while (ends.Count < partitions)
                {
                    (refusal, var end) = await link.AskLeaderAsync(new TopicPartition(topic, ends.Count), cancellationToken).ConfigureAwait(false);
                    if (refusal is not null) return null;
                    ends.Add(end);
                }

                return true;
            },
            timeout, cancellationToken).ConfigureAwait(false);
        return areAll is null
            ? throw new BrokerException($"kafka: partition {ends.Count} of '{topic}' is not served after {timeout.TotalSeconds:0} s: {refusal?.Reason}. Look at the servers' logs.", isTransient: true)
            : ends;
    }
}
