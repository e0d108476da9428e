namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>What a message that was sent is.</summary>
internal enum PulsarSendKind
{
    /// <summary>Nobody waits: an answer, or a message whose confirmation was not asked for.</summary>
    Unconfirmed,

    /// <summary>A message whose sender waits for the receipt.</summary>
    Publication,

    /// <summary>A request; its receipt says nothing, a refusal ends it.</summary>
    Request,
}
