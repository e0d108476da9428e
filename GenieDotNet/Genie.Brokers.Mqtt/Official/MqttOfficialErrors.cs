using System.Net.Sockets;
using System.Security.Authentication;
using Genie.Brokers.Links;

namespace Genie.Brokers.Mqtt.Official;

/// <summary>MQTTnet's errors in the contract's terms.</summary>
internal static class MqttOfficialErrors
{
    public static Exception OfConnecting(LinkOptions link, Exception error)
    {
        for (var cause = error; cause is not null; cause = cause.InnerException)
        {
            switch (cause)
            {
                case BrokerException known:
                    return known;
                case AuthenticationException untrusted:
                    return new BrokerTlsException(link.Broker, link.Host, link.Port, untrusted.Message.TrimEnd('.'), error);
                case SocketException:
                    return new BrokerUnreachableException(link.Broker, link.Host, link.Port, error);
            }
        }

        return OfCommand(error);
    }

    public static Exception OfCommand(Exception error) =>
        error as BrokerException ?? new LinkLostException(MqttDrivers.Broker, error.Message.TrimEnd('.'), error);
}
