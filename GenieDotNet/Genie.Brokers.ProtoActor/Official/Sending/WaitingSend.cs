using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.ProtoActor.Official.Sending;

/// <summary>A message whose sender waits for room.</summary>
/// <param name="message">Null for one who only waits until those before have left.</param>
internal sealed class WaitingSend(ReadOnlyMemory<byte>? message) : ClaimableWait
{
    public ReadOnlyMemory<byte>? Message => message;
}
