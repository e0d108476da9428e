using Confluent.Kafka;

namespace Genie.Brokers.Kafka.Official;

/// <summary>An admin client, the failures that it reports on its own, and its blocking calls kept apart from its end.</summary>
internal sealed class AdminLink : IAsyncDisposable
{
    // Calls that block cannot be cancelled, and the client cannot be closed meanwhile: many short ones.
    private static readonly TimeSpan OneCall = TimeSpan.FromMilliseconds(500);

    private readonly HandleGuard _guard = new();
    private readonly Lazy<Task> _closing;
    private TaskCompletionSource<BrokerException> _failure = NewFailure();
    private int _asked;

    public AdminLink(KafkaEndpoint endpoint, ClientConfig config)
    {
        Client = new AdminClientBuilder(config)
            .SetLogHandler(KafkaErrors.IgnoreLog)
            .SetErrorHandler((_, error) =>
            {
                if (KafkaErrors.OfConnecting(endpoint, error) is { } failure) Volatile.Read(ref _failure).TrySetResult(failure);
            })
            .Build();
        _closing = new(() => Task.Run(async () =>
        {
            await _guard.CloseAsync().ConfigureAwait(false);
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
        cancellationToken.ThrowIfCancellationRequested();
        ObjectDisposedException.ThrowIf(!_guard.TryEnter(), typeof(IBroker));
        try
        {
            return await Task.Run(() => topic is null ? Client.GetMetadata(OneCall) : Client.GetMetadata(topic, OneCall), CancellationToken.None).ConfigureAwait(false);
        }
        catch (KafkaException error) when (error.Error.Code is ErrorCode.Local_TimedOut or ErrorCode.Local_Transport)
        {
            return null;
        }
        finally
        {
            _guard.Exit();
        }
    }

    public ValueTask DisposeAsync() => new(_closing.Value);

    private static TaskCompletionSource<BrokerException> NewFailure() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
