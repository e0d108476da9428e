using System.Security.Cryptography;
using Genie.Brokers.Links;
using NATS.Client.Core;

namespace Genie.Brokers.Nats.Official;

/// <summary>The client's errors as ours. Its own text says "can not connect" for most; the cause is further inside.</summary>
internal static class NatsOfficialErrors
{
    /// <summary>Why no connection could be made.</summary>
    public static BrokerException OfConnecting(Exception error, LinkOptions link)
    {
        return ConnectErrors.Find(link, error, Own) ?? new BrokerUnreachableException(link.Broker, link.Host, link.Port, error);

        BrokerException? Own(Exception cause) => cause switch
        {
            NatsServerException { IsAuthError: true } refused => new BrokerAuthenticationException(link.Broker, refused.Error, error),
            FileNotFoundException or DirectoryNotFoundException => new BrokerSettingException($"nats: cannot read the TLS files: {cause.Message}", error),
            CryptographicException => NoTls(cause),
            NatsException when cause.Message.Contains("TLS", StringComparison.Ordinal) => NoTls(cause),
            _ => null,
        };

        BrokerTlsException NoTls(Exception cause) => new(link.Broker, link.Host, link.Port, cause.Message.TrimEnd('.'), error);
    }

    /// <summary>Why a command of an open connection failed.</summary>
    public static Exception OfCommand(Exception error) => error switch
    {
        BrokerException or OperationCanceledException or ObjectDisposedException => error,
        NatsServerException { IsAuthError: true } refused => new BrokerAuthenticationException(NatsDrivers.Broker, refused.Error, error),
        _ => new LinkLostException(NatsDrivers.Broker, error.Message.TrimEnd('.'), error),
    };
}
