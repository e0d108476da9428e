using RabbitMQ.Client;
using RabbitMQ.Client.Events;
using RabbitMQ.Client.Exceptions;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>The library's errors in the contract's terms.</summary>
internal static class RabbitMQErrors
{
    // Reply codes: AMQP 0-9-1 reference, 1.2 "constants".
    private const ushort AccessRefused = 403;
    private const ushort PreconditionFailed = 406;
    private const ushort NotAllowed = 530;

    public static Exception Translate(RabbitMQEndpoint endpoint, Exception error)
    {
        var link = endpoint.Link;
        return ConnectErrors.Find(link, error, Own) ?? (error is global::RabbitMQ.Client.Exceptions.BrokerUnreachableException
            ? new BrokerUnreachableException(link.Broker, link.Host, link.Port, error)
            : new LinkLostException(link.Broker, error.Message.TrimEnd('.'), error));

        BrokerException? Own(Exception cause) => cause switch
        {
            AuthenticationFailureException refused => new BrokerAuthenticationException(link.Broker, refused.Message, error),
            OperationInterruptedException { ShutdownReason: { } reason } => Refused(link.Broker, reason, error),
            _ => null,
        };
    }

    /// <summary>The end of a connection or AMQP channel that worked. Whatever the reason, opening the next will show if it lasts.</summary>
    public static Exception Lost(RabbitMQEndpoint endpoint, ShutdownEventArgs reason) =>
        new LinkLostException(endpoint.Link.Broker, reason.ReplyText.TrimEnd('.'), reason.Exception);

    /// <summary>Closes a connection; one that is gone already is as good. The library waits for consumers' handlers without end, and for an answer longer
    /// than it is told to: after <paramref name="timeout"/> that is nobody's to wait for.</summary>
    public static ValueTask CloseQuietlyAsync(IConnection connection, TimeSpan timeout) =>
        new(Task.WhenAny(CloseAsync(connection, timeout), Task.Delay(timeout)));

    private static async Task CloseAsync(IConnection connection, TimeSpan timeout)
    {
        try
        {
            await connection.CloseAsync(Constants.ReplySuccess, "closed", timeout, abort: true).ConfigureAwait(false);
            await connection.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception)
        {
            // The library reports in many ways that the peer left first; there is nothing left to close then.
        }
    }

    private static BrokerException Refused(string broker, ShutdownEventArgs reason, Exception error)
    {
        return reason.ReplyCode switch
        {
            AccessRefused => new BrokerAuthenticationException(broker, reason.ReplyText, error),
            NotAllowed => new BrokerSettingException($"{broker}: the server refuses the virtual host ({reason.ReplyText}). Name another as the path of GENIE_RABBITMQ_URL.", error),
            PreconditionFailed => new BrokerSettingException(
                $"{broker}: {reason.ReplyText}. Match the server: '{broker}.durable' for an existing queue, '{broker}.max-message-bytes' for a message's size.", error),
            _ => new LinkLostException(broker, reason.ReplyText.TrimEnd('.'), error),
        };
    }
}
