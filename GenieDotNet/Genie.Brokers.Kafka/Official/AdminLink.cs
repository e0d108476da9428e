using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>An admin client, the failures that it reports on its own, and its blocking calls kept apart from its end.</summary>
internal sealed class AdminLink : IAsyncDisposable
{
    // Calls that block cannot be cancelled, and the client cannot be closed meanwhile: many short ones.
    private static readonly TimeSpan OneCall = TimeSpan.FromMilliseconds(500);

    // librdkafka says once that all brokers are down, after any first failure, and tries again in a moment: a refused certificate or
    // password, which that attempt finds, says more.
    private static readonly TimeSpan SecondThought = TimeSpan.FromSeconds(1);

    private readonly ClientHandle<IAdminClient> _client;
    private readonly ClientHandle<IConsumer<byte[], byte[]>> _asking;
    private readonly Lock _lock = new();
    private TaskCompletionSource<Exception> _failure = NewFailure();
    private bool _isAsked;
    private bool _isEnded;

    public AdminLink(KafkaEndpoint endpoint, ClientConfig config)
    {
        _client = new(new AdminClientBuilder(config)
            .SetLogHandler(KafkaErrors.IgnoreLog)
            .SetErrorHandler((_, error) => Report(endpoint, error))
            .Build());
        _asking = new(() => ConsumerFactory.Prepare(endpoint, "genie").Build());
    }

    /// <summary>
    /// The next failure to reach the cluster. What was reported since an earlier question belongs to the past, but the
    /// first one is answered by what was reported since the client began.
    /// </summary>
    public Task<Exception> NextFailure()
    {
        lock (_lock)
        {
            if (_isAsked && !_isEnded && _failure.Task.IsCompleted) _failure = NewFailure();
            _isAsked = true;
            return _failure.Task;
        }
    }

    /// <summary>Begins what the client does without blocking. It never completes once the client is closed: then there is a failure.</summary>
    public TTask Begin<TTask>(Func<IAdminClient, TTask> ask)
        where TTask : Task
    {
        using var call = _client.Enter();
        return ask(call.Client);
    }

    /// <summary>What the cluster says of a topic, or of itself where that is null; null if nothing came in time.</summary>
    public async Task<Metadata?> MetadataAsync(string? topic, CancellationToken cancellationToken)
    {
        try
        {
            return await CallAsync(_client, client => topic is null ? client.GetMetadata(OneCall) : client.GetMetadata(topic, OneCall), cancellationToken).ConfigureAwait(false);
        }
        catch (KafkaException error) when (error.Error.Code is ErrorCode.Local_TimedOut or ErrorCode.Local_Transport)
        {
            return null;
        }
    }

    /// <summary>Where a partition ends, by its leader, or why that does not answer.</summary>
    public async Task<(Error? Refusal, Offset End)> AskLeaderAsync(TopicPartition partition, CancellationToken cancellationToken)
    {
        try
        {
            var offsets = await CallAsync(_asking, consumer => consumer.QueryWatermarkOffsets(partition, OneCall), cancellationToken).ConfigureAwait(false);
            return (null, offsets.High);
        }
        catch (KafkaException error)
        {
            if (error.Error.Code is ErrorCode.Local_UnknownPartition) await RefreshAsync(partition.Topic, cancellationToken).ConfigureAwait(false);
            return (error.Error, Offset.Unset);
        }
    }

    // librdkafka asks nobody for a partition that its cache does not have. Of a topic that was deleted and made again with more, it has
    // the old ones for minutes, as long as the leader of every partition that it asks for answers.
    private async Task RefreshAsync(string topic, CancellationToken cancellationToken)
    {
        try
        {
            await CallAsync(
                _asking,
                consumer =>
                {
                    using var sameClient = new DependentAdminClientBuilder(consumer.Handle).Build();
                    return sameClient.GetMetadata(topic, OneCall);
                },
                cancellationToken).ConfigureAwait(false);
        }
        catch (KafkaException)
        {
            // The partition is asked for again, and so is this.
        }
    }

    /// <summary>Closes the clients. All that is asked yet, and whoever asks from now on, gets this failure or an earlier one.</summary>
    public async ValueTask EndAsync(Exception failure)
    {
        lock (_lock)
        {
            _isEnded = true;
            _failure.TrySetResult(failure);
        }

        await _asking.DisposeAsync().ConfigureAwait(false);
        await _client.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>Closes the clients; what is asked yet ends with <see cref="ObjectDisposedException"/>.</summary>
    public ValueTask DisposeAsync() => EndAsync(new ObjectDisposedException(nameof(IBroker)));

    private void Report(KafkaEndpoint endpoint, Error error)
    {
        if (KafkaErrors.OfConnecting(endpoint, error) is not { } failure) return;
        TaskCompletionSource<Exception> question;
        lock (_lock) question = _failure;
        if (failure is BrokerUnreachableException) _ = Task.Delay(SecondThought).ContinueWith(_ => question.TrySetResult(failure), TaskScheduler.Default);
        else question.TrySetResult(failure);
    }

    private static async Task<T> CallAsync<TClient, T>(ClientHandle<TClient> handle, Func<TClient, T> ask, CancellationToken cancellationToken)
        where TClient : class, IClient
    {
        cancellationToken.ThrowIfCancellationRequested();
        using var call = handle.Enter();
        return await Task.Run(() => ask(call.Client), CancellationToken.None).ConfigureAwait(false);
    }

    private static TaskCompletionSource<Exception> NewFailure() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
