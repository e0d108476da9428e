using Genie.Brokers.Links;
using Proto.Cluster;
using Proto.Cluster.Partition;
using Proto.Cluster.Seed;

namespace Genie.Brokers.ProtoActor.Official.Cluster;

/// <summary>What members and clients of the cluster have in common.</summary>
internal static class ClusterSettings
{
    /// <summary>The kind of grain that a stream of a channel is.</summary>
    public const string StreamKind = "genie-stream";

    // A leaving member waits for two of them.
    private static readonly TimeSpan GossipInterval = TimeSpan.FromMilliseconds(100);

    /// <summary>The grain of a channel's stream.</summary>
    public static ClusterIdentity StreamOf(string channel, int stream) => ClusterIdentity.Create($"{channel}/{stream}", StreamKind);

    /// <summary>The provider that joins the seed node.</summary>
    public static IClusterProvider Join(BrokerUrl seed) => FixedServerSeedNode.JoinSeedNode(seed.Host, seed.Port);

    /// <summary>The cluster's configuration, without kinds.</summary>
    public static ClusterConfig Create(ProtoActorOptions options, IClusterProvider provider) =>
        ClusterConfig.Setup(options.ClusterName, provider, new PartitionIdentityLookup())
            .WithGossipInterval(GossipInterval)
            .WithHeartbeatExpiration(options.MemberExpiration);

}
