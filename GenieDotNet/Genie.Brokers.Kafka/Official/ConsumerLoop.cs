using Confluent.Kafka;
using Genie.Brokers.Telemetry;

namespace Genie.Brokers.Kafka.Official;

/// <summary>A consumer and the thread that reads from it.</summary>
internal sealed class ConsumerLoop : IAsyncDisposable
{
    private static readonly TimeSpan FailurePause = TimeSpan.FromMilliseconds(100);

    private readonly ClientHandle<IConsumer<byte[], byte[]>> _consumer;
    private readonly string _topic;
    private readonly Action<ConsumeResult<byte[], byte[]>> _take;
    private readonly CancellationTokenSource _stopping = new();
    private readonly Task _reading;

    /// <summary>Begins to read.</summary>
    /// <param name="builder">Makes the consumer.</param>
    /// <param name="topic">What it reads.</param>
    /// <param name="begin">Says what to read.</param>
    /// <param name="take">Takes each message, one after the other; may block.</param>
    /// <param name="leave">What precedes the consumer's end; may block.</param>
    public ConsumerLoop(
        ConsumerBuilder<byte[], byte[]> builder, string topic, Action<IConsumer<byte[], byte[]>> begin, Action<ConsumeResult<byte[], byte[]>> take,
        Action<IConsumer<byte[], byte[]>>? leave = null)
    {
        _topic = topic;
        _take = take;
        Stopping = _stopping.Token;
        _consumer = new(builder.Build(), leave);
        using (var call = _consumer.Enter()) begin(call.Client);
        _reading = Task.Factory.StartNew(Read, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    /// <summary>Cancelled when nothing more is read.</summary>
    public CancellationToken Stopping { get; }

    /// <summary>Begins a call that does not read; false if the consumer is being closed.</summary>
    public bool TryEnter(out ClientHandle<IConsumer<byte[], byte[]>>.Call call) => _consumer.TryEnter(out call);

    /// <summary>Reads nothing more; completes when what was read is taken.</summary>
    public async Task StopAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _reading.ConfigureAwait(false);
    }

    /// <summary>Reads nothing more and closes the consumer, though a message that was read be taken yet.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _consumer.DisposeAsync().ConfigureAwait(false);
    }

    private void Read()
    {
        while (!Stopping.IsCancellationRequested)
        {
            ConsumeResult<byte[], byte[]>? read = null;
            try
            {
                read = Next();
                if (read is not null) _take(read);
            }
            catch (OperationCanceledException) when (Stopping.IsCancellationRequested)
            {
                return;
            }
            catch (KafkaException)
            {
                // The client goes on by itself once the cluster answers again, or the topic is there again.
            }
            catch (Exception error)
            {
                // A fault of ours. The record is passed over, as whoever read it again would fail alike; it stays in the topic.
                var what = read is null ? $"what comes next in '{_topic}'" : $"record {read.Offset.Value} of '{_topic}', partition {read.Partition.Value},";
                BrokerEvents.Log.MessageUnreadable(KafkaDrivers.Broker, what, error);
                if (read is null) Stopping.WaitHandle.WaitOne(FailurePause);
            }
        }
    }

    // Taking may last; closing waits for reading only.
    private ConsumeResult<byte[], byte[]>? Next()
    {
        if (!_consumer.TryEnter(out var call)) return null;
        using (call) return call.Client.Consume(Stopping);
    }
}
