using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
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
    public ClusterBroker(ProtoActorOptions options, string clientVersion)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.Streams);
        _options = options;
        _seed = ProtoActorUrl.Parse(options);
        _address = $"{_seed.Host}:{_seed.Port}/{options.ClusterName}";
        Traits = ProtoActorTraits.Of("cluster", clientVersion, "none (brokerless), seed-node provider", options) with
        {
            Remarks = $"{options.Streams} virtual grains a channel; connections of one process share a link to each member",
        };
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits { get; }

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerConnection> OpenConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var client = await Clients.AcquireAsync(_address, () => ValueTask.FromResult(new ClusterClient(_options, _seed))).ConfigureAwait(false);
        var stream = (int)((uint)Interlocked.Increment(ref _connections) % (uint)_options.Streams);
        var link = new ClusterLink(client, ClusterSettings.StreamOf(channel, stream), _options.ConnectTimeout, () => Clients.ReleaseAsync(_address));
        return await OpenAsync(new ActorConnection(channel, options, _options, link, Forget), ValueTask.CompletedTask).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override async ValueTask<IAsyncDisposable> OpenListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var member = await Members.AcquireAsync(_address, () => ClusterMember.JoinAsync(_options, _seed)).ConfigureAwait(false);
        var listener = new ActorListener(options, handler, _options.MaxMessageBytes, ending => member.Listeners.Remove(channel, ending), ended =>
        {
            Forget(ended);
            return Members.ReleaseAsync(_address);
        });
        member.Listeners.Add(channel, listener);
        return await OpenAsync(listener, ValueTask.CompletedTask).ConfigureAwait(false);
    }
}
