using MQTTnet;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>What it takes to answer and settle one message.</summary>
/// <param name="Session">Where it came.</param>
/// <param name="Message">As the library gave it.</param>
/// <param name="Expiry">When nobody waits for its answer any more: see <see cref="RequestExpiry"/>.</param>
internal readonly record struct MqttOfficialDelivery(MqttOfficialSession Session, MqttApplicationMessageReceivedEventArgs Message, long Expiry);
