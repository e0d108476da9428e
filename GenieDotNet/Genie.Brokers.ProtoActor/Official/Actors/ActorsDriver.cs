using Genie.Brokers.Drivers;

namespace Genie.Brokers.ProtoActor.Official.Actors;

/// <summary>Actors of one process.</summary>
internal sealed class ActorsDriver() : BrokerDriver<ProtoActorOptions>(Description)
{
    // The message, its answer and their envelopes.
    public static DriverDescription Description { get; } = DriverDescription.OfPackage<ActorsDriver>(
        ProtoActorDrivers.Name, "Proto.Actor", ProtoActorGuarantees.Actors, new AllocationBounds(2048, 1024)) with
    { InProcess = true };

    /// <inheritdoc/>
    public override IBroker Create(ProtoActorOptions options) => new ActorsBroker(options);
}
