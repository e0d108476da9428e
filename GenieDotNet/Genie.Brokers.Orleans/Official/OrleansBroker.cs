using Genie.Brokers.Drivers;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Orleans.Official.Listening;
using Genie.Brokers.Orleans.Official.Sending;
using Genie.Brokers.Sharing;

namespace Genie.Brokers.Orleans.Official;

/// <summary>Grains of a cluster: a process with listeners is a silo, one with connections a client.</summary>
internal sealed class OrleansBroker : DriverBroker
{
    private static readonly SharedResources<ChannelSilo> Silos = new();
    private static readonly SharedResources<ClusterClient> Clients = new();

    private readonly OrleansEndpoint _endpoint;
    private readonly SharedUse<ChannelSilo> _silo;
    private readonly SharedUse<ClusterClient> _client;
    private int _connections = Random.Shared.Next(int.MaxValue / 2);

    /// <summary>Joins nothing yet.</summary>
    /// <exception cref="BrokerSettingException">The options cannot be used.</exception>
    public OrleansBroker(OrleansOptions options)
    {
        _endpoint = new OrleansEndpoint(options);
        _silo = new SharedUse<ChannelSilo>(Silos, _endpoint.Address, () => ChannelSilo.StartAsync(_endpoint));
        _client = new SharedUse<ClusterClient>(Clients, _endpoint.Address, () => ValueTask.FromResult(new ClusterClient(_endpoint)));
        var traits = OrleansDriver.Description.Traits(
            [Confirmation.Buffered, Confirmation.Accepted], options.MaxMessageBytes, "none (brokerless), localhost clustering",
            remarks: $"{options.Streams} grains a channel; connections of one process share a link to the cluster");

        // A silo handles what one read of a link brings on several threads.
        Traits = traits with { OrderedPerSender = false };
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits { get; }

    /// <inheritdoc/>
    protected override async ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var client = await _client.GetAsync().ConfigureAwait(false);
        var stream = (int)((uint)Interlocked.Increment(ref _connections) % (uint)_endpoint.Options.Streams);
        return new StreamConnection(_endpoint, client, channel, stream, options);
    }

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var silo = await _silo.GetAsync().ConfigureAwait(false);
        var listener = new StreamListener(_endpoint, options, handler, ending => silo.Listeners.Remove(channel, ending));
        silo.Listeners.Add(channel, listener);
        return listener;
    }

    /// <inheritdoc/>
    protected override async ValueTask EndAsync()
    {
        await _client.DisposeAsync().ConfigureAwait(false);
        await _silo.DisposeAsync().ConfigureAwait(false);
    }
}
