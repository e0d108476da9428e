using System.Runtime.ExceptionServices;

namespace Genie.Brokers.Partitioning;

/// <summary>
/// Any broker with each channel divided into several, by a key inside the message: what has the same key goes the same way, in order. Where
/// the system gives a channel to one listener at a time (RabbitMQ's single active consumer, a Kafka topic of one partition, Pulsar's Failover,
/// a grain of Proto.Cluster), the listeners of several processes then own keys instead of competing for messages.
/// </summary>
/// <param name="inner">The messaging system; disposed with this.</param>
/// <param name="partitions">How many; the same on both sides, and never changed while messages wait.</param>
/// <param name="key">Reads a message's key.</param>
public sealed class PartitionedBroker(IBroker inner, int partitions, PartitionKey key) : IBroker
{
    /// <summary>The most partitions of a channel: each is a queue or topic, and a link of every connection.</summary>
    public const int PartitionsMax = 1024;

    // Each may be a thread and a link of its own while it is opened.
    private const int OpenedAtOnce = 16;

    private readonly int _partitions = partitions is > 0 and <= PartitionsMax
        ? partitions : throw new ArgumentOutOfRangeException(nameof(partitions), partitions, $"1 to {PartitionsMax}.");

    /// <inheritdoc/>
    public BrokerTraits Traits
    {
        get
        {
            // A connection's messages of different keys go different ways.
            var traits = inner.Traits;
            var remarks = $"each channel is {_partitions} partitions by key";
            return traits with { OrderedPerSender = traits.OrderedPerSender && _partitions == 1, Remarks = traits.Remarks.Length == 0 ? remarks : $"{traits.Remarks}; {remarks}" };
        }
    }

    /// <summary>The inner channel of a partition.</summary>
    public static string ChannelOf(string channel, int partition) => $"{channel}-p{partition}";

    /// <inheritdoc/>
    /// <remarks>Requests in flight, and unconfirmed messages, are bounded for each partition.</remarks>
    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken) =>
        new PartitionedConnection(await OpenAllAsync((partition, token) => inner.ConnectAsync(ChannelOf(channel, partition), options, token), cancellationToken).ConfigureAwait(false), key);

    /// <inheritdoc/>
    /// <remarks>Listens on every partition; the system says which of them it is given. Concurrency counts for each partition.</remarks>
    public async ValueTask<IAsyncDisposable> ListenAsync(string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken) =>
        new PartitionListeners(await OpenAllAsync((partition, token) => inner.ListenAsync(ChannelOf(channel, partition), options, handler, token), cancellationToken).ConfigureAwait(false));

    /// <inheritdoc/>
    public async ValueTask DeleteChannelAsync(string channel, CancellationToken cancellationToken)
    {
        for (var i = 0; i < _partitions; i++) await inner.DeleteChannelAsync(ChannelOf(channel, i), cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => inner.DisposeAsync();

    /// <summary>
    /// Opens one for each partition, several at once: a group that a listener joins may take seconds to give it anything (Kafka's, after a member
    /// was lost, a session's timeout), and these must not add up. Where one cannot be opened, the others are closed again.
    /// </summary>
    private async Task<T[]> OpenAllAsync<T>(Func<int, CancellationToken, ValueTask<T>> open, CancellationToken cancellationToken)
        where T : IAsyncDisposable
    {
        using var slots = new SemaphoreSlim(OpenedAtOnce);
        using var failing = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        ExceptionDispatchInfo? failure = null;
        var opening = Enumerable.Range(0, _partitions).Select(OpenAsync).ToArray();
        try
        {
            return await Task.WhenAll(opening).ConfigureAwait(false);
        }
        catch
        {
            foreach (var opened in opening.Where(each => each.IsCompletedSuccessfully)) await (await opened.ConfigureAwait(false)).DisposeAsync().ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            failure?.Throw();
            throw;
        }

        async Task<T> OpenAsync(int partition)
        {
            try
            {
                await slots.WaitAsync(failing.Token).ConfigureAwait(false);
                try
                {
                    return await open(partition, failing.Token).ConfigureAwait(false);
                }
                finally
                {
                    slots.Release();
                }
            }
            catch (Exception error)
            {
                // The first to fail says why; the others only hear that they need not go on.
                Interlocked.CompareExchange(ref failure, ExceptionDispatchInfo.Capture(error), null);
                await failing.CancelAsync().ConfigureAwait(false);
                throw;
            }
        }
    }

    private sealed class PartitionListeners(IReadOnlyList<IAsyncDisposable> listeners) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync() => await Task.WhenAll(listeners.Select(listener => listener.DisposeAsync().AsTask())).ConfigureAwait(false);
    }
}
