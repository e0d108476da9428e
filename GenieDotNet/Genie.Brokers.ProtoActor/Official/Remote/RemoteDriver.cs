using Genie.Brokers.Drivers;

namespace Genie.Brokers.ProtoActor.Official.Remote;

/// <summary>Proto.Remote between two processes.</summary>
internal sealed class RemoteDriver : IBrokerDriver
{
    /// <inheritdoc/>
    public string Broker => ProtoActorDrivers.Name;

    /// <inheritdoc/>
    public string Client => "remote";

    /// <inheritdoc/>
    public string ClientVersion { get; } = ClientLibrary.OfPackage<RemoteDriver>("Proto.Remote");

    /// <inheritdoc/>
    public bool InProcess => false;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees => ProtoActorGuarantees.Remote;

    // Envelopes, batches and gRPC messages of the library's own.
    /// <inheritdoc/>
    public AllocationBounds Allocations { get; } = new(16 * 1024, 8 * 1024);

    /// <inheritdoc/>
    public Type OptionsType => typeof(ProtoActorOptions);

    /// <inheritdoc/>
    public IBroker Create(object options) => new RemoteBroker((ProtoActorOptions)options, ClientVersion);
}
