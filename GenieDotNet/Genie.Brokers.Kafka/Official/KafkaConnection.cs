using Confluent.Kafka;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Kafka.Official;

/// <summary>A producer, and a reader of answers from the first request on.</summary>
internal sealed class KafkaConnection : MultiplexedConnection
{
    // On disposal, what waits in the client's queue is still sent, if the cluster takes it by then.
    private static readonly TimeSpan DrainTimeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan QueueFullPause = TimeSpan.FromMilliseconds(2);

    // A request waits for its handler, and listeners that share the partitions are all to have work; a message that is only
    // sent waits for the server, to which long runs are cheaper (docs/results/wire-drivers.md).
    private const int RequestsPerRun = 16;
    private const int SendsPerRun = 256;

    private readonly KafkaBroker _broker;
    private readonly KafkaTopic _topic;
    private readonly PartitionRun _requestRun;
    private readonly PartitionRun _sendRun;
    private readonly ClientHandle<IProducer<byte[], ReadOnlyMemory<byte>>> _producer;
    private readonly bool _buffers;
    private readonly TopicPartition _ofKey;
    private readonly Action<DeliveryReport<byte[], ReadOnlyMemory<byte>>> _noteFailure;
    private Error? _failure;
    private readonly CancellationTokenSource _closing = new();
    private readonly Lock _lock = new();
    private Task<ReplyInbox>? _inbox;
    private int _disposed;

    public KafkaConnection(KafkaBroker broker, KafkaTopic topic, Confirmation confirmation, ConnectionOptions options)
        : base(KafkaDrivers.Broker, options)
    {
        _broker = broker;
        _topic = topic;
        TopicPartition[] partitions = [.. topic.AllPartitions];
        var (first, isOrdered) = (Random.Shared.Next(partitions.Length), broker.Endpoint.Options.Ordered);
        _requestRun = new PartitionRun(partitions, first, isOrdered ? 0 : RequestsPerRun);
        _sendRun = new PartitionRun(partitions, first, isOrdered ? 0 : SendsPerRun);
        _ofKey = new TopicPartition(topic.Name, Partition.Any);
        _buffers = confirmation == Confirmation.Buffered;
        _producer = new(ProducerFactory.Create(broker.Endpoint, topic.BatchBytesMax, options.RequestTimeout), _buffers ? producer => producer.Flush(DrainTimeout) : null);
        _noteFailure = NoteFailure;
    }

    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested) return ValueTask.FromCanceled(cancellationToken);
        ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, typeof(IBrokerConnection));
        RequireSize(message.Length);
        return _buffers ? SendBufferedAsync(message, cancellationToken) : SendConfirmedAsync(message, cancellationToken);
    }

    // The client's call blocks. What failed since the last flush is reported here, as nobody waited for it.
    protected override async ValueTask FlushCoreAsync(CancellationToken cancellationToken)
    {
        using var call = _producer.Enter();
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _closing.Token);
        await Task.Run(() => call.Client.Flush(either.Token), CancellationToken.None).ConfigureAwait(false);
        if (Interlocked.Exchange(ref _failure, null) is { } failure) throw OfDelivery(failure, 0);
    }

    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        RequireSize(message.Length);
        if (_inbox is not { IsCompletedSuccessfully: true } inbox) return OpenThenPostAsync(message, correlation, cancellationToken);
        Post(inbox.Result, message, correlation);
        return ValueTask.CompletedTask;
    }

    protected override ValueTask PublishAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        var length = message.Length;
        Produce(
            _sendRun,
            RecordOf(message),
            report => Confirm(correlation, report.Error.IsError ? OfDelivery(report.Error, length) : null));
        return ValueTask.CompletedTask;
    }

    protected override async ValueTask DisposeCoreAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) != 0) return;
        Task<ReplyInbox>? inbox;
        lock (_lock)
        {
            inbox = _inbox;
        }

        await _closing.CancelAsync().ConfigureAwait(false);
        await _producer.DisposeAsync().ConfigureAwait(false);
        if (inbox is not null)
        {
            // One that could not be opened has been reported to those who waited for it.
            await inbox.ContinueWith(static _ => { }, TaskScheduler.Default).ConfigureAwait(false);
            if (inbox.IsCompletedSuccessfully) await inbox.Result.DisposeAsync().ConfigureAwait(false);
            else _ = inbox.Exception;
        }
    }

    /// <summary>Completes when the client's bounded queue has the message.</summary>
    private ValueTask SendBufferedAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        try
        {
            Produce(_sendRun, RecordOf(message), _noteFailure);
            return ValueTask.CompletedTask;
        }
        catch (ProduceException<byte[], ReadOnlyMemory<byte>> error) when (error.Error.Code is ErrorCode.Local_QueueFull)
        {
            return RetryAsync();
        }

        async ValueTask RetryAsync()
        {
            await Task.Delay(QueueFullPause, cancellationToken).ConfigureAwait(false);
            await SendBufferedAsync(message, cancellationToken).ConfigureAwait(false);
        }
    }

    private void NoteFailure(DeliveryReport<byte[], ReadOnlyMemory<byte>> report)
    {
        if (report.Error.IsError) Interlocked.CompareExchange(ref _failure, report.Error, null);
    }

    private async ValueTask OpenThenPostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken) =>
        Post(await OpenInbox().WaitAsync(cancellationToken).ConfigureAwait(false), message, correlation);

    private Task<ReplyInbox> OpenInbox()
    {
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, typeof(IBrokerConnection));
            return _inbox is null or { IsFaulted: true }
                ? _inbox = ReplyInbox.OpenAsync(_broker, (correlation, envelope) => Complete(correlation, envelope), CancellationToken.None)
                : _inbox;
        }
    }

    private void Post(ReplyInbox inbox, ReadOnlyMemory<byte> message, Correlation correlation)
    {
        var length = message.Length;
        var record = RecordOf(message);
        ReplyHeader.AddRequest(record.Headers ??= [], correlation, inbox.AddressBytes);
        Produce(
            _requestRun,
            record,
            report =>
            {
                if (report.Error.IsError) Fail(correlation, OfDelivery(report.Error, length));
            });
    }

    private Message<byte[], ReadOnlyMemory<byte>> RecordOf(ReadOnlyMemory<byte> message) =>
        Options.NativeHeaders ? RecordHeaders.Of(message) : new Message<byte[], ReadOnlyMemory<byte>> { Value = message };

    // The client copies the message before this returns.
    private void Produce(PartitionRun run, Message<byte[], ReadOnlyMemory<byte>> message, Action<DeliveryReport<byte[], ReadOnlyMemory<byte>>> report)
    {
        using var call = _producer.Enter();
        try
        {
            // A key's messages are in one partition, the one that clients of others would put them into.
            call.Client.Produce(message.Key is null || _broker.Endpoint.Options.Ordered ? run.Next() : _ofKey, message, report);
        }
        catch (ProduceException<byte[], ReadOnlyMemory<byte>> error) when (!_buffers || error.Error.Code is not ErrorCode.Local_QueueFull)
        {
            throw OfDelivery(error.Error, message.Value.Length);
        }
    }

    private void RequireSize(int payloadBytes)
    {
        if (payloadBytes > _topic.PayloadBytesMax) throw _topic.TooLarge(_broker.Endpoint, payloadBytes);
    }

    private BrokerException OfDelivery(Error error, long payloadBytes)
    {
        // Whoever connects next hears what has become of the topic.
        if (error.Code is ErrorCode.MsgSizeTooLarge or ErrorCode.Local_UnknownTopic or ErrorCode.Local_UnknownPartition or ErrorCode.UnknownTopicOrPart or ErrorCode.Local_Destroy) _broker.Forget(_topic);
        return KafkaErrors.OfDelivery(_broker.Endpoint, _topic, error, payloadBytes);
    }
}
