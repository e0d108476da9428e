using Genie.Brokers.Drivers;

namespace Genie.Brokers.Nats.Official;

/// <summary>NATS through NATS.Net.</summary>
internal sealed class NatsOfficialDriver : IBrokerDriver
{
    public string Broker => NatsDrivers.Broker;

    public string Client => "official";

    public string ClientVersion { get; } = ClientLibrary.OfPackage<NatsOfficialDriver>("NATS.Net");

    public bool InProcess => false;

    public GuaranteeCard Guarantees => NatsGuarantees.Card;

    // The client makes strings of each message's subjects, and under load a boxed state machine of each call that waits:
    // some 1,000 bytes a message were seen.
    public AllocationBounds Allocations { get; } = new(4096, 4096);

    public Type OptionsType => typeof(NatsOptions);

    public IBroker Create(object options) => new NatsOfficialBroker((NatsOptions)options, ClientVersion);
}
