using Genie.Brokers.Drivers;

namespace Genie.Brokers.ProtoActor.Official.Cluster;

/// <summary>Proto.Cluster with the seed-node provider.</summary>
internal sealed class ClusterDriver() : BrokerDriver<ProtoActorOptions>(Description)
{
    // Those of Proto.Remote, and a little for the cluster's gossip.
    public static DriverDescription Description { get; } = DriverDescription.OfPackage<ClusterDriver>(
        ProtoActorDrivers.Name, "Proto.Cluster", ProtoActorGuarantees.Cluster, new AllocationBounds(20 * 1024, 12 * 1024)) with
    { Client = "cluster" };

    /// <inheritdoc/>
    public override IBroker Create(ProtoActorOptions options) => new ClusterBroker(options);
}
