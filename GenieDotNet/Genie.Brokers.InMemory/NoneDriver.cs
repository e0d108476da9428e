using Genie.Brokers.Drivers;

namespace Genie.Brokers.InMemory;

/// <summary>Offers <see cref="NoneBroker"/> by name.</summary>
public sealed class NoneDriver() : BrokerDriver<NoneOptions>(Description)
{
    internal static DriverDescription Description { get; } = DriverDescription.OfWire<NoneDriver>(
        NoneBroker.Name,
        new GuaranteeCard(
            Confirmation: "Buffered and Accepted alike: the handler has ended.",
            ClientCrash: "Nothing: client and listener are one process.",
            ServerCrash: "There is no server.",
            Ordering: "Messages of one caller are handled in the order sent.",
            LargestMessage: "16 MiB, set by max-payload-bytes.",
            CompetingConsumers: "Listeners of a channel are served round-robin; none listening is an error at once.")) with
    {
        InProcess = true,
    };

    /// <inheritdoc/>
    public override IBroker Create(NoneOptions options) => new NoneBroker(options);
}
