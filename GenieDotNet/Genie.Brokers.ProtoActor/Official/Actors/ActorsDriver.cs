using Genie.Brokers.Drivers;

namespace Genie.Brokers.ProtoActor.Official.Actors;

/// <summary>Actors of one process.</summary>
internal sealed class ActorsDriver : IBrokerDriver
{
    /// <inheritdoc/>
    public string Broker => ProtoActorDrivers.Name;

    /// <inheritdoc/>
    public string Client => "official";

    /// <inheritdoc/>
    public string ClientVersion { get; } = ClientLibrary.OfPackage<ActorsDriver>("Proto.Actor");

    /// <inheritdoc/>
    public bool InProcess => true;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees => ProtoActorGuarantees.Actors;

    // The message, its answer and their envelopes.
    /// <inheritdoc/>
    public AllocationBounds Allocations { get; } = new(2048, 1024);

    /// <inheritdoc/>
    public Type OptionsType => typeof(ProtoActorOptions);

    /// <inheritdoc/>
    public IBroker Create(object options) => new ActorsBroker((ProtoActorOptions)options, ClientVersion);
}
