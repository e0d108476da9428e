using Genie.Brokers.Drivers;
using Genie.Brokers.Pulsar.Libraries;

namespace Genie.Brokers.Pulsar.Apache;

/// <summary>Pulsar through DotPulsar, the library of Pulsar's own makers.</summary>
internal sealed class DotPulsarDriver : IBrokerDriver
{
    public string Broker => PulsarDrivers.Broker;

    public string Client => "dotpulsar";

    public string ClientVersion { get; } = ClientLibrary.OfPackage<DotPulsarDriver>("DotPulsar");

    public bool InProcess => false;

    public GuaranteeCard Guarantees => PulsarGuarantees.Card;

    // The library makes a message, its metadata and some tasks for each.
    public AllocationBounds Allocations { get; } = new(64 * 1024, 32 * 1024);

    public Type OptionsType => typeof(PulsarOptions);

    public IBroker Create(object options) => new LibraryBroker((PulsarOptions)options, this, "no batches", DotPulsarLibrary.OpenAsync);
}
