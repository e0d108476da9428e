using Genie.Brokers.Drivers;

namespace Genie.Brokers.InMemory;

/// <summary>Offers <see cref="InMemoryBroker"/> by name.</summary>
public sealed class InMemoryDriver : IBrokerDriver
{
    /// <inheritdoc/>
    public string Broker => InMemoryBroker.Name;

    /// <inheritdoc/>
    public string Client => InMemoryDrivers.Client;

    /// <inheritdoc/>
    public string ClientVersion => InMemoryDrivers.ClientVersion;

    /// <inheritdoc/>
    public bool InProcess => true;

    /// <inheritdoc/>
    public GuaranteeCard Guarantees { get; } = new(
        Confirmation: "Buffered: the bounded queue has the message. Accepted: a listener's handler has ended with it.",
        ClientCrash: "Nothing: client, queue and listener are one process.",
        ServerCrash: "There is no server.",
        Ordering: "Messages of one caller reach one listener of concurrency 1 in the order sent.",
        LargestMessage: "16 MiB, set by max-payload-bytes.",
        CompetingConsumers: "Listeners take messages from one queue as they become free; messages wait for the first listener.");

    /// <inheritdoc/>
    public AllocationBounds Allocations => AllocationBounds.Pooled;

    /// <inheritdoc/>
    public Type OptionsType => typeof(InMemoryOptions);

    /// <inheritdoc/>
    public IBroker Create(object options) => new InMemoryBroker((InMemoryOptions)options);
}
