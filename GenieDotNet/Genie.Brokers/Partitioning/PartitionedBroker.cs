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
    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var connections = new List<IBrokerConnection>(_partitions);
        try
        {
            for (var i = 0; i < _partitions; i++) connections.Add(await inner.ConnectAsync(ChannelOf(channel, i), options, cancellationToken).ConfigureAwait(false));
            return new PartitionedConnection([.. connections], key);
        }
        catch
        {
            foreach (var connection in connections) await connection.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    /// <remarks>Listens on every partition; the system says which of them it is given. Concurrency counts for each partition.</remarks>
    public async ValueTask<IAsyncDisposable> ListenAsync(string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var listeners = new PartitionListeners();
        try
        {
            for (var i = 0; i < _partitions; i++) listeners.Add(await inner.ListenAsync(ChannelOf(channel, i), options, handler, cancellationToken).ConfigureAwait(false));
            return listeners;
        }
        catch
        {
            await listeners.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DeleteChannelAsync(string channel, CancellationToken cancellationToken)
    {
        for (var i = 0; i < _partitions; i++) await inner.DeleteChannelAsync(ChannelOf(channel, i), cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => inner.DisposeAsync();

    private sealed class PartitionListeners : IAsyncDisposable
    {
        private readonly List<IAsyncDisposable> _listeners = [];

        public void Add(IAsyncDisposable listener) => _listeners.Add(listener);

        public async ValueTask DisposeAsync() => await Task.WhenAll(_listeners.Select(listener => listener.DisposeAsync().AsTask())).ConfigureAwait(false);
    }
}
