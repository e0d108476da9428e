using System.Diagnostics;
using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Waits until a topic is ready: it takes a moment after its creation until its partitions have leaders.</summary>
internal static class TopicMetadata
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <summary>Asks until every partition has a leader.</summary>
    /// <returns>The number of partitions.</returns>
    /// <exception cref="BrokerException">It does not become ready in time.</exception>
    public static async Task<int> WaitAsync(IAdminClient client, string topic, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var watch = Stopwatch.StartNew();
        while (watch.Elapsed < timeout)
        {
            // The client's call blocks.
            var metadata = await Task.Run(() => client.GetMetadata(topic, timeout), cancellationToken).WaitAsync(cancellationToken).ConfigureAwait(false);
            var found = metadata.Topics.Find(candidate => candidate.Topic == topic);
            if (found is { Partitions.Count: > 0 } && found.Partitions.TrueForAll(partition => partition.Leader >= 0)) return found.Partitions.Count;
            await Task.Delay(Pause, cancellationToken).ConfigureAwait(false);
        }

        throw new BrokerException($"kafka: topic '{topic}' has no leader for each partition after {timeout.TotalSeconds:0} s. Look at the servers' logs.", isTransient: true);
    }
}
