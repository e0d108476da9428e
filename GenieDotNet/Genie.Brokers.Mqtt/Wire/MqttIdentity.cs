namespace Genie.Brokers.Mqtt.Wire;

/// <summary>How a session presents itself in CONNECT (MQTT 5.0 section 3.1).</summary>
/// <param name="ClientId">The same for all sessions of a link, so that the server can resume.</param>
/// <param name="CleanStart">True to drop what the server kept under that id.</param>
/// <param name="SessionExpirySeconds">How long the server keeps the session after the link; 0: not at all.</param>
/// <param name="ReceiveMaximum">Messages at QoS 1 and 2 that the server may have under way to us.</param>
internal sealed record MqttIdentity(string ClientId, bool CleanStart, uint SessionExpirySeconds, int ReceiveMaximum);
