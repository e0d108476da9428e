using Genie.Brokers.Drivers;
using Genie.Brokers.Pulsar.Libraries;

namespace Genie.Brokers.Pulsar.Official;

/// <summary>Pulsar through Pulsar.Client.</summary>
internal sealed class PulsarOfficialDriver : IBrokerDriver
{
    public string Broker => PulsarDrivers.Broker;

    public string Client => "official";

    public string ClientVersion { get; } = ClientLibrary.OfPackage<PulsarOfficialDriver>("Pulsar.Client");

    public bool InProcess => false;

    public GuaranteeCard Guarantees => PulsarGuarantees.Card;

    // The library makes a message, its metadata and a stream for each.
    public AllocationBounds Allocations { get; } = new(64 * 1024, 32 * 1024);

    public Type OptionsType => typeof(PulsarOptions);

    public IBroker Create(object options) =>
        new LibraryBroker((PulsarOptions)options, this, "messages in batches of 1 ms, requests alone", PulsarClientLibrary.OpenAsync);
}
