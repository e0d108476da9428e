using Genie.Brokers.Drivers;

namespace Genie.Brokers.InMemory;

/// <summary>Offers <see cref="NoneBroker"/> by name.</summary>
public sealed class NoneDriver : IBrokerDriver
{
    /// <inheritdoc/>
    public string Broker => NoneBroker.Name;

    /// <inheritdoc/>
    public string Client => InMemoryDrivers.Client;

    /// <inheritdoc/>
    public string ClientVersion => InMemoryDrivers.ClientVersion;

    /// <inheritdoc/>
    public bool InProcess => true;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees { get; } = new(
        Confirmation: "Buffered and Accepted alike: the handler has ended.",
        ClientCrash: "Nothing: client and listener are one process.",
        ServerCrash: "There is no server.",
        Ordering: "Messages of one caller are handled in the order sent.",
        LargestMessage: "16 MiB, set by max-payload-bytes.",
        CompetingConsumers: "Listeners of a channel take turns; none listening is an error at once.");

    /// <inheritdoc/>
    public AllocationBounds Allocations => AllocationBounds.Pooled;

    /// <inheritdoc/>
    public Type OptionsType => typeof(NoneOptions);

    /// <inheritdoc/>
    public IBroker Create(object options) => new NoneBroker((NoneOptions)options);
}
