using System.Diagnostics;
using Genie.Brokers.Links;
using Genie.Brokers.ProtoActor.Official.Remote;
using Proto;
using Proto.Cluster;
using Proto.Remote.GrpcNet;

namespace Genie.Brokers.ProtoActor.Official.Cluster;

/// <summary>
/// A member that hosts no grain of ours: how a process sends. (Proto.Cluster's own clients learn of no member from seed
/// nodes: the name of the actor that is told begins like the address of a client and is taken for one.)
/// </summary>
internal sealed class ClusterNode : IAsyncDisposable
{
    private readonly SocketsHttpHandler _handler;
    private readonly TimeSpan _timeout;
    private long _lastFoundTimestamp = Stopwatch.GetTimestamp();

    private ClusterNode(ProtoActorOptions options, BrokerUrl seed)
    {
        _timeout = options.ConnectTimeout;
        _handler = RemoteSettings.CreateHandler(options);
        System = new ActorSystem()
            .WithRemote(RemoteSettings.Create(options.MemberHost, 0, _handler))
            .WithCluster(ClusterSettings.Create(options, ClusterSettings.Join(seed)));
    }

    /// <summary>The member's actor system.</summary>
    public ActorSystem System { get; }

    /// <summary>True if it knows no other member, or was shut out by them.</summary>
    public bool IsAlone => System.Shutdown.IsCancellationRequested || System.Cluster().MemberList.GetAllMembers().All(member => member.Id == System.Id);

    /// <summary>True if no grain was found for so long.</summary>
    public bool HasFoundNothingFor(TimeSpan time) => Stopwatch.GetElapsedTime(Volatile.Read(ref _lastFoundTimestamp)) > time;

    /// <summary>Joins at the seed node.</summary>
    /// <exception cref="BrokerUnreachableException">Nobody listens there, or it is no seed node.</exception>
    public static async Task<ClusterNode> JoinAsync(ProtoActorOptions options, BrokerUrl seed)
    {
        // Where nobody listens a refused connection says so at once; the seed-node provider would retry and leave its actors behind.
        await LinkProbe.ReachAsync(ProtoActorDrivers.Name, seed.Host, seed.Port, options.ConnectTimeout).ConfigureAwait(false);
        var node = new ClusterNode(options, seed);
        try
        {
            await node.System.Cluster().StartMemberAsync().WaitAsync(options.ConnectTimeout).ConfigureAwait(false);
            await SeedIntroduction.MeetAsync(node.System, seed, options.ConnectTimeout).ConfigureAwait(false);
            return node;
        }
        catch (Exception error) when (error is not OutOfMemoryException)
        {
            // Proto.Cluster throws what has no type of its own.
            await node.DisposeAsync().ConfigureAwait(false);
            throw new BrokerUnreachableException(ProtoActorDrivers.Name, seed.Host, seed.Port, error);
        }
    }

    /// <summary>Where a grain is active, which activates it; null while no member says so.</summary>
    public async Task<PID?> FindAsync(ClusterIdentity grain, CancellationToken cancellationToken)
    {
        var location = await System.Cluster().Config.IdentityLookup.GetAsync(grain, cancellationToken).WaitAsync(cancellationToken).ConfigureAwait(false);
        if (location is not null) Volatile.Write(ref _lastFoundTimestamp, Stopwatch.GetTimestamp());
        return location;
    }

    /// <summary>Tells the members that a grain is not where it was said to be.</summary>
    public Task UnregisterAsync(ClusterIdentity grain, PID location) => System.Cluster().Config.IdentityLookup.RemovePidAsync(grain, location, CancellationToken.None);

    /// <summary>Leaves.</summary>
    public async ValueTask DisposeAsync()
    {
        await ClusterLeave.LeaveAsync(System, "the last connection was disposed", _timeout).ConfigureAwait(false);
        _handler.Dispose();
    }
}
