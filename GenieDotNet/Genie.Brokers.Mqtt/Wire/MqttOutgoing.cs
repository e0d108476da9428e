using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Mqtt.Wire;

/// <summary>Who is concerned by a publication's fate.</summary>
internal enum MqttOutgoingKind
{
    /// <summary>A send that awaits its confirmation.</summary>
    Send,

    /// <summary>A request, which its answer ends; the server's refusal ends it earlier.</summary>
    Request,

    /// <summary>An answer, of which nobody awaits more.</summary>
    Reply,
}

/// <summary>A publication at QoS 1 or 2 that the server has not answered for.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Correlation">Its operation; nothing for a reply.</param>
internal readonly record struct MqttOutgoing(MqttOutgoingKind Kind, Correlation Correlation);
