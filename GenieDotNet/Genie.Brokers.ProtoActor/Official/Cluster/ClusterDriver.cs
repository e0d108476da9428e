using Genie.Brokers.Drivers;

namespace Genie.Brokers.ProtoActor.Official.Cluster;

/// <summary>Proto.Cluster with the seed-node provider.</summary>
internal sealed class ClusterDriver : IBrokerDriver
{
    /// <inheritdoc/>
    public string Broker => ProtoActorDrivers.Name;

    /// <inheritdoc/>
    public string Client => "cluster";

    /// <inheritdoc/>
    public string ClientVersion { get; } = ClientLibrary.OfPackage<ClusterDriver>("Proto.Cluster");

    /// <inheritdoc/>
    public bool InProcess => false;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees => ProtoActorGuarantees.Cluster;

    // Those of Proto.Remote, and a little for the cluster's gossip.
    /// <inheritdoc/>
    public AllocationBounds Allocations { get; } = new(20 * 1024, 12 * 1024);

    /// <inheritdoc/>
    public Type OptionsType => typeof(ProtoActorOptions);

    /// <inheritdoc/>
    public IBroker Create(object options) => new ClusterBroker((ProtoActorOptions)options, ClientVersion);
}
