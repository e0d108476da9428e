using Genie.Brokers.Drivers;

namespace Genie.Brokers.Udp;

/// <summary>What delivery means over UDP: the transports send again what is lost, put it in order and drop what came twice.</summary>
internal static class UdpGuarantees
{
    public static GuaranteeCard Card { get; } = new(
        Confirmation: "Buffered: the bytes were handed to the transport, or wait below the high-water mark. What its acknowledgements say is that the other process has them, not that a listener does; FlushAsync awaits the word of the listener's side that it has taken what was sent before.",
        ClientCrash: "Nothing that was not yet on the wire.",
        ServerCrash: "There is no server. If the listener's process dies, what it had not handled is lost; clients reconnect. Nothing is sent again over another link: at most once.",
        Ordering: "Kept from one connection to one listener of Concurrency 1.",
        LargestMessage: "64 MiB by default, set by both sides (max-message-bytes).",
        CompetingConsumers: "Listeners of one process share the bound port, served round-robin; several processes need a port each.");
}
