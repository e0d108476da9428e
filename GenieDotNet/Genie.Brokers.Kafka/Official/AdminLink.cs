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

    private readonly HandleGuard _guard = new();
    private readonly Lazy<IConsumer<Ignore, byte[]>> _asking;
    private readonly Lazy<Task> _closing;
    private TaskCompletionSource<BrokerException> _failure = NewFailure();
    private int _asked;

    public AdminLink(KafkaEndpoint endpoint, ClientConfig config)
    {
        Client = new AdminClientBuilder(config)
            .SetLogHandler(KafkaErrors.IgnoreLog)
            .SetErrorHandler((_, error) => Report(endpoint, error))
            .Build();
        _asking = new(() => ConsumerFactory.Prepare(endpoint, "genie").Build());
        _closing = new(() => Task.Run(async () =>
        {
            await _guard.CloseAsync().ConfigureAwait(false);
            if (_asking.IsValueCreated) _asking.Value.Dispose();
            Client.Dispose();
        }));
    }

    /// <summary>The client, for its asynchronous calls.</summary>
    public IAdminClient Client { get; }

    /// <summary>
    /// The next failure to reach the cluster. What was reported since an earlier question belongs to the past, but the
    /// first one is answered by what was reported since the client began.
    /// </summary>
    public Task<BrokerException> NextFailure()
    {
        var failure = Volatile.Read(ref _failure);
        if (Interlocked.Exchange(ref _asked, 1) == 0 || !failure.Task.IsCompleted) return failure.Task;
        Interlocked.CompareExchange(ref _failure, NewFailure(), failure);
        return Volatile.Read(ref _failure).Task;
    }

    /// <summary>What the cluster says of a topic, or of itself where that is null; null if nothing came in time.</summary>
    public async Task<Metadata?> MetadataAsync(string? topic, CancellationToken cancellationToken)
    {
        try
        {
            return await GuardedAsync(() => topic is null ? Client.GetMetadata(OneCall) : Client.GetMetadata(topic, OneCall), cancellationToken).ConfigureAwait(false);
        }
        catch (KafkaException error) when (error.Error.Code is ErrorCode.Local_TimedOut or ErrorCode.Local_Transport)
        {
            return null;
        }
    }

    /// <summary>Why a partition's leader does not answer for it, or null if it does.</summary>
    public async Task<Error?> AskLeaderAsync(TopicPartition partition, CancellationToken cancellationToken)
    {
        try
        {
            await GuardedAsync(() => _asking.Value.QueryWatermarkOffsets(partition, OneCall), cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (KafkaException error)
        {
            return error.Error;
        }
    }

    public ValueTask DisposeAsync() => new(_closing.Value);

    private void Report(KafkaEndpoint endpoint, Error error)
    {
        if (KafkaErrors.OfConnecting(endpoint, error) is not { } failure) return;
        var question = Volatile.Read(ref _failure);
        if (failure is BrokerUnreachableException) _ = Task.Delay(SecondThought).ContinueWith(_ => question.TrySetResult(failure), TaskScheduler.Default);
        else question.TrySetResult(failure);
    }

    private async Task<T> GuardedAsync<T>(Func<T> call, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        ObjectDisposedException.ThrowIf(!_guard.TryEnter(), typeof(IBroker));
        try
        {
            return await Task.Run(call, CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            _guard.Exit();
        }
    }

    private static TaskCompletionSource<BrokerException> NewFailure() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
