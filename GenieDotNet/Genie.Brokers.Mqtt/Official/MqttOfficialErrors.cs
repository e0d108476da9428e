using Genie.Brokers.Links;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>MQTTnet's errors in the contract's terms.</summary>
internal static class MqttOfficialErrors
{
    public static Exception OfConnecting(LinkOptions link, Exception error) => ConnectErrors.Find(link, error) ?? OfCommand(error);

    public static Exception OfCommand(Exception error) =>
        error as BrokerException ?? new LinkLostException(MqttDrivers.Broker, error.Message.TrimEnd('.'), error);
}
