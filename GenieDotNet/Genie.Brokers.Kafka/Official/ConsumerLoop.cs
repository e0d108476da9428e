using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>The thread of a consumer.</summary>
internal static class ConsumerLoop
{
    /// <summary>Begins to read; completes when the token has ended it.</summary>
    /// <param name="consumer">The consumer, used by nobody else.</param>
    /// <param name="take">Takes each message; may block.</param>
    /// <param name="stopping">Ends it.</param>
    public static Task StartAsync(IConsumer<byte[], byte[]> consumer, Action<ConsumeResult<byte[], byte[]>> take, CancellationToken stopping) =>
        Task.Factory.StartNew(() => Read(consumer, take, stopping), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private static void Read(IConsumer<byte[], byte[]> consumer, Action<ConsumeResult<byte[], byte[]>> take, CancellationToken stopping)
    {
        while (!stopping.IsCancellationRequested)
        {
            try
            {
                take(consumer.Consume(stopping));
            }
            catch (OperationCanceledException)
            {
                return;
            }
            catch (KafkaException)
            {
                // The client goes on by itself once the cluster answers again, or the topic is there again.
            }
        }
    }
}
