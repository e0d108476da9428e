using System.Diagnostics;
using System.Globalization;
using Confluent.Kafka;
using Confluent.Kafka.Admin;

namespace Genie.Brokers.Kafka.Official;

/// <summary>Topics of a real cluster.</summary>
internal sealed class ClusterTopics(KafkaEndpoint endpoint) : ITopics
{
    private static readonly TimeSpan FencedInterval = TimeSpan.FromMilliseconds(200);

    private readonly Lock _lock = new();
    private AdminLink? _link;
    private bool _disposed;

    public string Server { get; private set; } = "";

    public async Task<KafkaTopic> EnsureAsync(string topic, int partitions, CancellationToken cancellationToken)
    {
        var specification = new TopicSpecification
        {
            Name = topic,
            NumPartitions = partitions,
            ReplicationFactor = endpoint.Options.Replicas,
            Configs = new Dictionary<string, string> { [KafkaTopic.LimitSetting] = $"{endpoint.RecordBytesMax}" },
        };
        return await AskAsync(
            async (link, abandoned) =>
            {
                if (Server.Length == 0) Server = await NameServerAsync(link, abandoned).ConfigureAwait(false);
                await CreateAsync(link, specification, abandoned).ConfigureAwait(false);
                var count = await TopicMetadata.WaitForLeadersAsync(link, topic, endpoint.Options.AdminTimeout, abandoned).ConfigureAwait(false);
                await ServedPartitions.WaitAsync(link, topic, count, endpoint.Options.AdminTimeout, abandoned).ConfigureAwait(false);
                return KafkaTopic.Of(endpoint, topic, count, await LimitAsync(link, topic, abandoned).ConfigureAwait(false));
            },
            cancellationToken).ConfigureAwait(false);
    }

    public Task<IReadOnlyList<Offset>> EndsAsync(string topic, int partitions, CancellationToken cancellationToken) => AskAsync(
        (link, abandoned) => ServedPartitions.WaitAsync(link, topic, partitions, endpoint.Options.AdminTimeout, abandoned), cancellationToken);

    public async Task DeleteAsync(string topic, CancellationToken cancellationToken) => await AskAsync(
        async (link, _) =>
        {
            try
            {
                await link.Begin(client => client.DeleteTopicsAsync([topic], new DeleteTopicsOptions { RequestTimeout = endpoint.Options.AdminTimeout, OperationTimeout = endpoint.Options.AdminTimeout })).ConfigureAwait(false);
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
        AdminLink? link;
        lock (_lock)
        {
            _disposed = true;
            (link, _link) = (_link, null);
        }

        if (link is not null) await link.DisposeAsync().ConfigureAwait(false);
    }

    private async Task CreateAsync(AdminLink link, TopicSpecification specification, CancellationToken cancellationToken)
    {
        var begin = Stopwatch.GetTimestamp();
        while (true)
        {
            try
            {
                await link.Begin(client => client.CreateTopicsAsync([specification], new CreateTopicsOptions { RequestTimeout = endpoint.Options.AdminTimeout, OperationTimeout = endpoint.Options.AdminTimeout })).ConfigureAwait(false);
                return;
            }
            catch (CreateTopicsException error) when (error.Results.TrueForAll(result => result.Error.Code is ErrorCode.TopicAlreadyExists))
            {
                // Made by another client, or by the user with settings of his own.
                return;
            }
            catch (CreateTopicsException error) when (
                error.Results.TrueForAll(result => result.Error.Code is ErrorCode.InvalidReplicationFactor) && Stopwatch.GetElapsedTime(begin) < endpoint.Options.AdminTimeout)
            {
                // Too few servers for the copies asked for, or not yet: KRaft's controller fences a server until it has heard from it
                // (KIP-631), after a start and on a machine too busy for the server's heart-beats.
                await Task.Delay(FencedInterval, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    // A topic that was made by others, or whose settings were changed, may take less than the driver would have set.
    private async Task<int> LimitAsync(AdminLink link, string topic, CancellationToken cancellationToken) =>
        await DescribeAsync(link, ResourceType.Topic, topic, KafkaTopic.LimitSetting, cancellationToken).ConfigureAwait(false) is { } text
            && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) ? limit : endpoint.RecordBytesMax;

    private async Task<T> AskAsync<T>(Func<AdminLink, CancellationToken, Task<T>> ask, CancellationToken cancellationToken)
    {
        var link = Open();
        var failure = link.NextFailure();
        using var abandoning = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var answer = ask(link, abandoning.Token);
        try
        {
            // The library's own time-outs are long, but it reports at once that no server answers or that one refuses.
            await Task.WhenAny(answer, failure).WaitAsync(cancellationToken).ConfigureAwait(false);
            if (answer.IsCompletedSuccessfully || !failure.IsCompleted) return await answer.ConfigureAwait(false);
        }
        catch (KafkaException error)
        {
            throw error.Error.Code is ErrorCode.Local_TimedOut or ErrorCode.Local_Transport or ErrorCode.RequestTimedOut
                ? KafkaErrors.Unreachable(endpoint, error)
                : new BrokerException($"kafka: {error.Error.Reason} ({error.Error.Code}).", isTransient: false, error);
        }
        finally
        {
            await abandoning.CancelAsync().ConfigureAwait(false);
            _ = answer.ContinueWith(static task => task.Exception, CancellationToken.None, TaskContinuationOptions.OnlyOnFaulted, TaskScheduler.Default);
        }

        // Left open, the library would go on trying, with a wrong password too.
        var cause = await failure.ConfigureAwait(false);
        await CloseAsync(link, cause).ConfigureAwait(false);
        throw cause;
    }

    private AdminLink Open()
    {
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_disposed, typeof(IBroker));
            return _link ??= new AdminLink(endpoint, endpoint.Client());
        }
    }

    private async Task CloseAsync(AdminLink link, Exception failure)
    {
        lock (_lock)
        {
            if (_link == link) _link = null;
        }

        await link.EndAsync(failure).ConfigureAwait(false);
    }

    // Kafka reports no version to clients; the default of this setting names the one that the server was made for.
    private async Task<string> NameServerAsync(AdminLink link, CancellationToken cancellationToken)
    {
        var id = await TopicMetadata.AnyServerAsync(link, endpoint.Options.AdminTimeout, cancellationToken).ConfigureAwait(false);
        var version = await DescribeAsync(link, ResourceType.Broker, $"{id}", "inter.broker.protocol.version", cancellationToken).ConfigureAwait(false);
        return version is null ? "Kafka" : $"Kafka {version.Split('-')[0]}";
    }

    private async Task<string?> DescribeAsync(AdminLink link, ResourceType type, string name, string setting, CancellationToken cancellationToken)
    {
        var resource = new ConfigResource { Type = type, Name = name };
        try
        {
            var described = await link.Begin(client => client.DescribeConfigsAsync([resource], new DescribeConfigsOptions { RequestTimeout = endpoint.Options.AdminTimeout }))
                .WaitAsync(cancellationToken).ConfigureAwait(false);
            return described[0].Entries.TryGetValue(setting, out var entry) ? entry.Value : null;
        }
        catch (KafkaException)
        {
            // Not everybody may read the settings.
            return null;
        }
    }
}
