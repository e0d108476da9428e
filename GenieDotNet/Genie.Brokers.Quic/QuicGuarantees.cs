using Genie.Brokers.Drivers;

namespace Genie.Brokers.Quic;

/// <summary>What delivery means over QUIC.</summary>
internal static class QuicGuarantees
{
    public static GuaranteeCard Card { get; } = new(
        Confirmation: "Buffered: the bytes were handed to QUIC, or wait below the high-water mark. QUIC's own acknowledgements say that a machine has them, not that a listener does; FlushAsync awaits the word of the listener's side that it has taken what was sent before.",
        ClientCrash: "Nothing that was not yet on the wire.",
        ServerCrash: "There is no server. If the listener's process dies, what it had not handled is lost; clients reconnect.",
        Ordering: "Kept from one connection to one listener of Concurrency 1.",
        LargestMessage: "64 MiB by default, set by both sides (max-message-bytes).",
        CompetingConsumers: "Listeners of one process share the bound port, served round-robin; several processes need a port each.");
}
