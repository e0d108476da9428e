using Confluent.Kafka;
using Confluent.Kafka.Admin;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Topics of a real cluster.</summary>
internal sealed class ClusterTopics(KafkaEndpoint endpoint) : ITopics
{
    private readonly Lock _lock = new();
    private Link? _link;
    private bool _disposed;

    public string Server { get; private set; } = "";

    public async Task<int> EnsureAsync(string topic, int partitions, CancellationToken cancellationToken)
    {
        var specification = new TopicSpecification
        {
            Name = topic, NumPartitions = partitions, ReplicationFactor = endpoint.Options.Replicas,
            Configs = new Dictionary<string, string> { ["max.message.bytes"] = $"{endpoint.RecordBytesMax}" },
        };
        return await AskAsync(
            async client =>
            {
                if (Server.Length == 0) Server = await NameServerAsync(client).ConfigureAwait(false);
                try
                {
                    await client.CreateTopicsAsync([specification], new CreateTopicsOptions { RequestTimeout = endpoint.Options.AdminTimeout, OperationTimeout = endpoint.Options.AdminTimeout }).ConfigureAwait(false);
                }
                catch (CreateTopicsException error) when (error.Results.TrueForAll(result => result.Error.Code is ErrorCode.TopicAlreadyExists))
                {
                    // Made by another client, or by the user with settings of his own.
                }

                return await TopicMetadata.WaitAsync(client, topic, endpoint.Options.AdminTimeout, cancellationToken).ConfigureAwait(false);
            },
            cancellationToken).ConfigureAwait(false);
    }

    public async Task DeleteAsync(string topic, CancellationToken cancellationToken) => await AskAsync(
        async client =>
        {
            try
            {
                await client.DeleteTopicsAsync([topic], new DeleteTopicsOptions { RequestTimeout = endpoint.Options.AdminTimeout, OperationTimeout = endpoint.Options.AdminTimeout }).ConfigureAwait(false);
            }
            catch (DeleteTopicsException error) when (error.Results.TrueForAll(result => result.Error.Code is ErrorCode.UnknownTopicOrPart))
            {
                // There was none.
            }

            return true;
        },
        cancellationToken).ConfigureAwait(false);

    public async ValueTask DisposeAsync()
    {
        Link? link;
        lock (_lock)
        {
            _disposed = true;
            (link, _link) = (_link, null);
        }

        if (link is not null) await link.DisposeAsync().ConfigureAwait(false);
    }

    private async Task<T> AskAsync<T>(Func<IAdminClient, Task<T>> ask, CancellationToken cancellationToken)
    {
        var link = Open();
        var failure = link.NextFailure();
        var answer = ask(link.Client);
        try
        {
            // The library's own time-outs are long, but it reports at once that no server answers or that one refuses.
            var first = await Task.WhenAny(answer, failure).WaitAsync(cancellationToken).ConfigureAwait(false);
            if (first == answer) return await answer.ConfigureAwait(false);
            throw await failure.ConfigureAwait(false);
        }
        catch (KafkaException error) when (error.Error.Code is ErrorCode.Local_TimedOut or ErrorCode.Local_Transport or ErrorCode.RequestTimedOut)
        {
            throw KafkaErrors.Unreachable(endpoint, error);
        }
        catch (BrokerException)
        {
            // Left open, the library would go on trying, with a wrong password too.
            _ = answer.ContinueWith(static task => task.Exception, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted, TaskScheduler.Default);
            await CloseAsync(link).ConfigureAwait(false);
            throw;
        }
        catch (KafkaException error)
        {
            throw new BrokerException($"kafka: {error.Error.Reason} ({error.Error.Code}).", isTransient: false, error);
        }
    }

    private Link Open()
    {
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_disposed, typeof(IBroker));
            return _link ??= new Link(endpoint);
        }
    }

    private async Task CloseAsync(Link link)
    {
        lock (_lock)
        {
            if (_link == link) _link = null;
        }

        await link.DisposeAsync().ConfigureAwait(false);
    }

    // Kafka tells clients no version; the default of this setting names the one that the server was made for.
    private async Task<string> NameServerAsync(IAdminClient client)
    {
        var cluster = await Task.Run(() => client.GetMetadata(endpoint.Options.AdminTimeout)).ConfigureAwait(false);
        if (cluster.Brokers.Count == 0) return "Kafka";
        var resource = new ConfigResource { Type = ResourceType.Broker, Name = $"{cluster.Brokers[0].BrokerId}" };
        try
        {
            var described = await client.DescribeConfigsAsync([resource], new DescribeConfigsOptions { RequestTimeout = endpoint.Options.AdminTimeout }).ConfigureAwait(false);
            return described[0].Entries.TryGetValue("inter.broker.protocol.version", out var entry) ? $"Kafka {entry.Value.Split('-')[0]}" : "Kafka";
        }
        catch (KafkaException)
        {
            // Not everybody may read a server's settings.
            return "Kafka";
        }
    }

    /// <summary>An admin client with the errors that it reports on its own.</summary>
    private sealed class Link : IAsyncDisposable
    {
        private TaskCompletionSource<BrokerException> _failure = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private int _disposed;
        private int _asked;

        public Link(KafkaEndpoint endpoint)
        {
            Client = new AdminClientBuilder(endpoint.Client())
                .SetLogHandler(KafkaErrors.IgnoreLog)
                .SetErrorHandler((_, error) =>
                {
                    if (KafkaErrors.OfConnecting(endpoint, error) is { } failure) Volatile.Read(ref _failure).TrySetResult(failure);
                })
                .Build();
        }

        public IAdminClient Client { get; }

        /// <summary>
        /// The next failure to reach the cluster. What was reported since an earlier question belongs to the past, but the
        /// first one is answered by what was reported since the client began.
        /// </summary>
        public Task<BrokerException> NextFailure()
        {
            var failure = Volatile.Read(ref _failure);
            if (Interlocked.Exchange(ref _asked, 1) == 0 || !failure.Task.IsCompleted) return failure.Task;
            var next = new TaskCompletionSource<BrokerException>(TaskCreationOptions.RunContinuationsAsynchronously);
            Interlocked.CompareExchange(ref _failure, next, failure);
            return Volatile.Read(ref _failure).Task;
        }

        public async ValueTask DisposeAsync()
        {
            if (Interlocked.Exchange(ref _disposed, 1) == 0) await Task.Run(Client.Dispose).ConfigureAwait(false);
        }
    }
}
