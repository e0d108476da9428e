using Genie.Brokers.Drivers;

namespace Genie.Brokers.ProtoActor.Official.Remote;

/// <summary>Proto.Remote between two processes.</summary>
internal sealed class RemoteDriver() : BrokerDriver<ProtoActorOptions>(Description)
{
    // Envelopes, batches and gRPC messages of the library's own.
    public static DriverDescription Description { get; } = DriverDescription.OfPackage<RemoteDriver>(
        ProtoActorDrivers.Name, "Proto.Remote", ProtoActorGuarantees.Remote, new AllocationBounds(16 * 1024, 8 * 1024)) with
    { Client = "remote" };

    /// <inheritdoc/>
    public override IBroker Create(ProtoActorOptions options) => new RemoteBroker(options);
}
