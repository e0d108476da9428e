using Apache.NMS;

namespace Genie.Brokers.ActiveMQ.Official;

/// <summary>What answering and acknowledging one message takes.</summary>
/// <param name="Session">Where it came from; an acknowledgement means something only there.</param>
/// <param name="Message">The message.</param>
internal readonly record struct NmsDelivery(NmsSession Session, IMessage Message);
