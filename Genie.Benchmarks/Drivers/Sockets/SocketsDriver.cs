using Genie.Brokers;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Drivers.Sockets;

/// <summary>Offers <see cref="SocketsBroker"/> by name.</summary>
internal sealed class SocketsDriver() : BrokerDriver<SocketsOptions>(Description)
{
    /// <summary>The system's name.</summary>
    public const string Name = "sockets";

    /// <summary>What it says of itself.</summary>
    public static DriverDescription Description { get; } = DriverDescription.OfWire<SocketsDriver>(
        Name,
        new GuaranteeCard(
            Confirmation: "Buffered: the bytes are on their way out, in the client's bounded send buffer or the operating system's. Accepted: the worker's handler has ended.",
            ClientCrash: "What had not reached the worker's socket is gone.",
            ServerCrash: "There is no server; what the worker had not handled is gone with it.",
            Ordering: "Messages of one connection are handled in the order sent.",
            LargestMessage: "16 MiB.",
            CompetingConsumers: "None: one worker has the port."));

    /// <summary>All drivers of it.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } = [new SocketsDriver()];

    /// <inheritdoc/>
    public override IBroker Create(SocketsOptions options) => new SocketsBroker(options);
}
