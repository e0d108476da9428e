using Genie.Brokers.Links;
using Genie.Brokers.ProtoActor.Official.Listening;
using Genie.Brokers.ProtoActor.Official.Remote;
using Genie.Brokers.Sharing;
using Proto;
using Proto.Cluster;
using Proto.Remote.GrpcNet;

namespace Genie.Brokers.ProtoActor.Official.Cluster;

/// <summary>
/// One actor system as a member on which grains are activated, until it leaves or the other members shut it out: one that they take for dead
/// may not come back under its identity. The first process is the seed node and has its address; others join it.
/// </summary>
internal sealed class ClusterMembership : ILinkSession
{
    private readonly TaskCompletionSource<Exception> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly SocketsHttpHandler _handler;
    private readonly ActorSystem _system;
    private readonly TimeSpan _timeout;

    private ClusterMembership(ProtoActorOptions options, string host, int port, IClusterProvider provider, ChannelListeners<ActorListener> listeners)
    {
        _timeout = options.ConnectTimeout;
        _handler = RemoteSettings.CreateHandler(options);

        // A grain that finds no listener on its member ends, so that the next message may find it on another.
        var grain = Props.FromProducer(() => new ChannelActor(listeners, abandoned: static context => context.Poison(context.Self)));
        _system = new ActorSystem()
            .WithRemote(RemoteSettings.Create(host, port, _handler))
            .WithCluster(ClusterSettings.Create(options, provider).WithClusterKind(ClusterSettings.StreamKind, grain));
        _system.Shutdown.UnsafeRegister(static self => ((ClusterMembership)self!).OnShutdown(), this);
    }

    /// <inheritdoc/>
    public Task<Exception> Ended => _ended.Task;

    /// <summary>Becomes the seed node where its address is free, else joins it.</summary>
    /// <param name="options">The user's.</param>
    /// <param name="seed">The seed node's address.</param>
    /// <param name="listeners">Those of this process, chosen round robin.</param>
    /// <exception cref="BrokerUnreachableException">The address is taken, and by no seed node.</exception>
    public static async ValueTask<ClusterMembership> JoinAsync(ProtoActorOptions options, BrokerUrl seed, ChannelListeners<ActorListener> listeners)
    {
        var member = new ClusterMembership(options, seed.Host, seed.Port, Proto.Cluster.Seed.FixedServerSeedNode.StartSeedNode(), listeners);
        try
        {
            await member._system.Cluster().StartMemberAsync().ConfigureAwait(false);
            return member;
        }
        catch (IOException)
        {
            // The seed node is there already, or is to be on another machine.
            await member.AbandonAsync().ConfigureAwait(false);
        }

        member = new ClusterMembership(options, options.MemberHost, 0, ClusterSettings.Join(seed), listeners);
        try
        {
            await member._system.Cluster().StartMemberAsync().WaitAsync(options.ConnectTimeout).ConfigureAwait(false);
            await SeedIntroduction.MeetAsync(member._system, seed, options.ConnectTimeout).ConfigureAwait(false);
            _ = member.WatchAsync(new SeedWatch(member._system, options, seed));
            return member;
        }
        catch (Exception error) when (error is not OutOfMemoryException)
        {
            // Proto.Cluster throws what has no type of its own.
            await member.DisposeAsync().ConfigureAwait(false);
            throw new BrokerUnreachableException(ProtoActorDrivers.Name, seed.Host, seed.Port, error);
        }
    }

    /// <inheritdoc/>
    public ValueTask CloseAsync(TimeSpan timeout) => DisposeAsync();

    /// <summary>Leaves the cluster; the others activate its grains when they are needed.</summary>
    public async ValueTask DisposeAsync()
    {
        await ClusterLeave.LeaveAsync(_system, "the last listener ended", _timeout).ConfigureAwait(false);
        _handler.Dispose();
    }

    private async Task WatchAsync(SeedWatch watch)
    {
        try
        {
            if (await watch.WatchAsync().ConfigureAwait(false) is { } reason) _ended.TrySetResult(new LinkLostException(ProtoActorDrivers.Name, reason));
        }
        catch (Exception error) when (error is not OutOfMemoryException)
        {
            // Proto.Cluster throws what has no type of its own; who cannot look any more joins anew.
            _ended.TrySetResult(new LinkLostException(ProtoActorDrivers.Name, "the seed node can no longer be watched", error));
        }
    }

    private void OnShutdown() => _ended.TrySetResult(new LinkLostException(ProtoActorDrivers.Name, "the other members have shut this one out"));

    private async Task AbandonAsync()
    {
        await _system.ShutdownAsync("the address is taken").ConfigureAwait(false);
        _handler.Dispose();
    }
}
