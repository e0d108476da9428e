using Genie.Brokers.Links;
using Genie.Brokers.ProtoActor.Official.Listening;
using Genie.Brokers.Sharing;

namespace Genie.Brokers.ProtoActor.Official.Cluster;

/// <summary>
/// The listening side: a member on which grains are activated, and which joins anew when the others have shut it out. A busy or halted process
/// is taken for dead, and one that joins while others leave may take the seed node for gone and tell everybody.
/// </summary>
internal sealed class ClusterMember : IAsyncDisposable
{
    private readonly SupervisedLink<ClusterMembership> _link;

    private ClusterMember(ProtoActorOptions options, BrokerUrl seed)
    {
        // It tries to be the seed node, joins, and waits until the members agree; to leave, it says good-bye, then goes without.
        var time = 3 * options.ConnectTimeout;
        var link = new LinkOptions { Broker = ProtoActorDrivers.Name, Host = seed.Host, Port = seed.Port, ConnectTimeout = time, CloseTimeout = time };
        _link = new SupervisedLink<ClusterMembership>(link, _ => ClusterMembership.JoinAsync(options, seed, Listeners), static _ => { });
    }

    /// <summary>The listeners here, chosen round robin.</summary>
    public ChannelListeners<ActorListener> Listeners { get; } = new();

    /// <summary>Becomes the seed node where its address is free, else joins it.</summary>
    /// <exception cref="BrokerUnreachableException">The address is taken, and by no seed node.</exception>
    public static async ValueTask<ClusterMember> JoinAsync(ProtoActorOptions options, BrokerUrl seed)
    {
        var member = new ClusterMember(options, seed);
        await member._link.ConnectAsync(CancellationToken.None).ConfigureAwait(false);
        return member;
    }

    /// <summary>Leaves the cluster.</summary>
    public ValueTask DisposeAsync() => _link.DisposeAsync();
}
