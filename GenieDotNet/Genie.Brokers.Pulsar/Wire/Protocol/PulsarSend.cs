using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>Who is notified of what became of a message that was sent.</summary>
/// <param name="Kind">What it was.</param>
/// <param name="Correlation">Its operation, unless nobody waits for it.</param>
internal readonly record struct PulsarSend(PulsarSendKind Kind, Correlation Correlation);
