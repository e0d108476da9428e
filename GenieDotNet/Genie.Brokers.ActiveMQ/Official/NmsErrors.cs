using Apache.NMS;
using ServerError = Apache.NMS.ActiveMQ.BrokerException;

namespace Genie.Brokers.ActiveMQ.Official;

/// <summary>What Apache.NMS throws, as this library's errors.</summary>
internal static class NmsErrors
{
    /// <summary>True for what the server said about something it was sent; the connection lives on. Anything else that the
    /// library reports on its own is the end of the connection.</summary>
    public static bool IsServers(Exception error) =>
        error is ServerError or NMSSecurityException or InvalidDestinationException or ResourceAllocationException || IsInUse(error);

    /// <summary>An error of a connection that had been opened.</summary>
    public static BrokerException Translate(Exception error) => error switch
    {
        BrokerException known => known,
        _ when IsInUse(error) => new ChannelInUseException(ActiveMQDrivers.Broker, TextOf(error), error),
        NMSSecurityException => new BrokerPermissionException(ActiveMQDrivers.Broker, TextOf(error)),
        _ when IsServers(error) && Has(error, "permission", "not authorized") => new BrokerPermissionException(ActiveMQDrivers.Broker, TextOf(error)),
        _ when IsServers(error) => new BrokerException($"{ActiveMQDrivers.Broker}: the server refused what was sent ({TextOf(error)}).", isTransient: true),
        _ => new LinkLostException(ActiveMQDrivers.Broker, TextOf(error), error),
    };

    /// <summary>An error of opening a connection.</summary>
    public static Exception TranslateOpening(Exception error, string host, int port)
    {
        if (error is BrokerException or OperationCanceledException) return error;
        if (error is NMSSecurityException || Has(error, "password", "credential", "unable to validate user"))
            return new BrokerAuthenticationException(ActiveMQDrivers.Broker, TextOf(error), error);
        for (var cause = error; cause is not null; cause = cause.InnerException)
        {
            if (cause is System.Security.Authentication.AuthenticationException)
                return new BrokerTlsException(ActiveMQDrivers.Broker, host, port, TextOf(cause), error);
        }

        return IsServers(error) ? Translate(error) : new BrokerUnreachableException(ActiveMQDrivers.Broker, host, port, error);
    }

    // Classic's answer to deleting a queue that somebody listens on; the library knows no type of its own for it.
    private static bool IsInUse(Exception error) => Has(error, "still has an active subscription");

    private static bool Has(Exception error, params ReadOnlySpan<string> words)
    {
        foreach (var word in words)
        {
            if (error.Message.Contains(word, StringComparison.OrdinalIgnoreCase)) return true;
        }

        return false;
    }

    private static string TextOf(Exception error) => error.Message.Split('\n')[0].Trim().TrimEnd('.');
}
