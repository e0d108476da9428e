using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.ProtoActor.Official.Listening;
using Genie.Brokers.ProtoActor.Official.Sending;
using Genie.Brokers.Sharing;

namespace Genie.Brokers.ProtoActor.Official.Cluster;

/// <summary>Virtual grains of a cluster: listeners are members that host them, and a process with connections is one that hosts none.</summary>
internal sealed class ClusterBroker : DriverBroker
{
    private static readonly SharedResources<ClusterMember> Members = new();
    private static readonly SharedResources<ClusterClient> Clients = new();

    private readonly ProtoActorOptions _options;
    private readonly BrokerUrl _seed;
    private readonly string _address;
    private int _connections = Random.Shared.Next(int.MaxValue / 2);

    /// <summary>Joins nothing yet.</summary>
    /// <exception cref="BrokerSettingException">The URL cannot be used.</exception>
    public ClusterBroker(ProtoActorOptions options)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.Streams);
        _options = options;
        _seed = ProtoActorUrl.Parse(options);
        _address = $"{_seed.Host}:{_seed.Port}/{options.ClusterName}";
        Traits = ClusterDriver.Description.Traits(
            [Confirmation.Buffered], options.MaxMessageBytes, "none (brokerless), seed-node provider",
            remarks: $"{options.Streams} virtual grains a channel; connections of one process share a link to each member");
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits { get; }

    /// <inheritdoc/>
    protected override async ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var client = await Clients.AcquireAsync(_address, () => ValueTask.FromResult(new ClusterClient(_options, _seed))).ConfigureAwait(false);
        var stream = (int)((uint)Interlocked.Increment(ref _connections) % (uint)_options.Streams);
        var link = new ClusterLink(client, ClusterSettings.StreamOf(channel, stream), _options.ConnectTimeout, () => Clients.ReleaseAsync(_address));
        return new ActorConnection(channel, options, _options, link);
    }

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var member = await Members.AcquireAsync(_address, () => ClusterMember.JoinAsync(_options, _seed)).ConfigureAwait(false);
        var listener = new ActorListener(options, handler, _options.MaxMessageBytes, ending => member.Listeners.Remove(channel, ending), () => Members.ReleaseAsync(_address));
        member.Listeners.Add(channel, listener);
        return listener;
    }
}
