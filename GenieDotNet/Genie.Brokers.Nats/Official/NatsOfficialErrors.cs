using System.Net.Sockets;
using System.Security.Authentication;
using Genie.Brokers.Links;
using NATS.Client.Core;

namespace Genie.Brokers.Nats.Official;

/// <summary>The client's errors as ours. Its own text says "can not connect" for most; the cause is further inside.</summary>
internal static class NatsOfficialErrors
{
    /// <summary>Why no connection could be made.</summary>
    public static BrokerException OfConnecting(Exception error, BrokerUrl address)
    {
        for (var cause = error; cause is not null; cause = cause.InnerException)
        {
            switch (cause)
            {
                case BrokerException own:
                    return own;
                case NatsServerException { IsAuthError: true } refused:
                    return new BrokerAuthenticationException(NatsDrivers.Broker, refused.Error, error);
                case AuthenticationException or System.Security.Cryptography.CryptographicException:
                    return new BrokerTlsException(NatsDrivers.Broker, address.Host, address.Port, cause.Message.TrimEnd('.'), error);
                case SocketException:
                    return new BrokerUnreachableException(NatsDrivers.Broker, address.Host, address.Port, error);
                case FileNotFoundException or DirectoryNotFoundException:
                    return new BrokerSettingException($"nats: cannot read the TLS files: {cause.Message}", error);
                case NatsException when cause.Message.Contains("TLS", StringComparison.Ordinal):
                    return new BrokerTlsException(NatsDrivers.Broker, address.Host, address.Port, cause.Message.TrimEnd('.'), error);
                default:
                    break;
            }
        }

        return new BrokerUnreachableException(NatsDrivers.Broker, address.Host, address.Port, error);
    }

    /// <summary>Why a command of an open connection failed.</summary>
    public static Exception OfCommand(Exception error) => error switch
    {
        BrokerException or OperationCanceledException or ObjectDisposedException => error,
        NatsServerException { IsAuthError: true } refused => new BrokerAuthenticationException(NatsDrivers.Broker, refused.Error, error),
        _ => new LinkLostException(NatsDrivers.Broker, error.Message.TrimEnd('.'), error),
    };
}
