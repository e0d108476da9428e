using System.Net.Sockets;
using System.Security.Authentication;
using Genie.Brokers.Links;

namespace Genie.Brokers;

/// <summary>Finds in what a client library threw while it connected the contract's error: the first cause, from the outside in, that says something.</summary>
public static class ConnectErrors
{
    /// <summary>The contract's error, or null where no cause says anything.</summary>
    /// <param name="link">The server.</param>
    /// <param name="error">What the library threw.</param>
    /// <param name="own">What an error of the library's own means; null where it means nothing.</param>
    public static BrokerException? Find(LinkOptions link, Exception error, Func<Exception, BrokerException?>? own = null)
    {
        for (var cause = error; cause is not null; cause = cause.InnerException)
        {
            if ((cause as BrokerException ?? own?.Invoke(cause)) is { } known) return known;
            if (cause is AuthenticationException) return new BrokerTlsException(link.Broker, link.Host, link.Port, cause.Message.TrimEnd('.'), error);
            if (cause is SocketException) return new BrokerUnreachableException(link.Broker, link.Host, link.Port, error);
        }

        return null;
    }
}
