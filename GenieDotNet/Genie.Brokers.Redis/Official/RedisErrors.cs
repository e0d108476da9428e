using Genie.Brokers.Links;
using StackExchange.Redis;

namespace Genie.Brokers.Redis.Official;

/// <summary>The library's errors in the contract's terms.</summary>
internal static class RedisErrors
{
    public static Exception Translate(RedisEndpoint endpoint, Exception error) => Translate(endpoint.Link, error);

    public static Exception Translate(LinkOptions link, Exception error) =>
        ConnectErrors.Find(link, error, cause => cause is RedisServerException refused ? Refused(link.Broker, refused.Message, error) : null)
        ?? (error is RedisConnectionException { FailureType: ConnectionFailureType.UnableToConnect }
            ? new BrokerUnreachableException(link.Broker, link.Host, link.Port, error)
            : new LinkLostException(link.Broker, error.Message.Split('\n')[0].TrimEnd('.'), error));

    /// <summary>The end of a link that worked.</summary>
    public static Exception Lost(RedisEndpoint endpoint, ConnectionFailedEventArgs lost) =>
        new LinkLostException(endpoint.Link.Broker, $"{lost.FailureType}", lost.Exception);

    /// <summary>An answer that begins with an error's name in capitals (Redis serialization protocol, "Simple errors").</summary>
    private static BrokerException Refused(string broker, string answer, Exception error) => answer.Split(' ', 2)[0] switch
    {
        "WRONGPASS" or "NOAUTH" => new BrokerAuthenticationException(broker, answer.TrimEnd('.'), error),
        "NOPERM" => new BrokerPermissionException(broker, answer.TrimEnd('.')),
        "WRONGTYPE" => new BrokerSettingException($"{broker}: the channel's key holds something other than a stream. Choose another '{broker}.key-prefix'.", error),
        "OOM" => new BrokerException($"{broker}: the server's memory is full ({answer.TrimEnd('.')}). Start listeners, or raise its maxmemory.", isTransient: true, error),
        "NOGROUP" or "UNBLOCKED" or "LOADING" or "READONLY" or "MASTERDOWN" or "MISCONF" => new LinkLostException(broker, answer.TrimEnd('.'), error),

        // Also an AUTH that a server without passwords was sent, and a greeting that was refused.
        _ when answer.Contains("AUTH", StringComparison.Ordinal) || answer.Contains("password", StringComparison.OrdinalIgnoreCase) =>
            new BrokerAuthenticationException(broker, answer.TrimEnd('.'), error),
        _ => new BrokerException($"{broker}: the server refused a command ({answer.TrimEnd('.')}). Is it Redis 7 or later?", isTransient: false, error),
    };
}
