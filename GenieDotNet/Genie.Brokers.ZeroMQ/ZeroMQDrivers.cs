using Genie.Brokers.Drivers;
using Genie.Brokers.ZeroMQ.Wire;

namespace Genie.Brokers.ZeroMQ;

/// <summary>The drivers of this project.</summary>
public static class ZeroMQDrivers
{
    /// <summary>All that were compiled.</summary>
    public static IReadOnlyList<IBrokerDriver> All { get; } =
    [
        new ZeroMQWireDriver(),
    ];

    internal const string Name = "zeromq";

    internal static GuaranteeCard Guarantees { get; } = new(
        Confirmation: "Buffered: the bytes were handed to the operating system, or wait below the high-water mark. ZeroMQ has no acknowledgement.",
        ClientCrash: "Nothing that was not yet on the wire.",
        ServerCrash: "There is no server. If the listener's process dies, what it had not handled is lost; clients reconnect.",
        Ordering: "Kept from one connection to one listener of Concurrency 1.",
        LargestMessage: "64 MiB by default, set by both sides (max-message-bytes).",
        CompetingConsumers: "Listeners of one process share the bound port and take turns; several processes need a proxy.");
}
