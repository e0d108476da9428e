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
    /// <param name="error">The client's error. It cancels what is under way when it loses its link or is disposed, with tokens of its own.</param>
    /// <param name="isDisposed">True if the client was disposed.</param>
    /// <param name="cancellationToken">The caller's own.</param>
    public static Exception OfCommand(Exception error, bool isDisposed, CancellationToken cancellationToken) => error switch
    {
        OperationCanceledException when cancellationToken.IsCancellationRequested => error,
        _ when isDisposed => new ObjectDisposedException(nameof(IBrokerConnection)),
        BrokerException => error,
        OperationCanceledException => new LinkLostException(NatsDrivers.Broker, "the client gave the command up", error),
        NatsServerException { IsAuthError: true } refused => new BrokerAuthenticationException(NatsDrivers.Broker, refused.Error, error),
        _ => new LinkLostException(NatsDrivers.Broker, error.Message.TrimEnd('.'), error),
    };
}
