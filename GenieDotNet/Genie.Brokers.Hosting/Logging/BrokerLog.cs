using Genie.Brokers.Links;
using Microsoft.Extensions.Logging;

namespace Genie.Brokers.Hosting.Logging;

/// <summary>The log of a broker of the host.</summary>
internal static partial class BrokerLog
{
    [LoggerMessage(BrokerEventId.Connected, LogLevel.Information, "{Broker}: connected to channel {Channel} of {Server} by {Client}")]
    public static partial void Connected(ILogger logger, string broker, string channel, string server, string client);

    [LoggerMessage(BrokerEventId.Listening, LogLevel.Information, "{Broker}: listening on channel {Channel} of {Server} by {Client}")]
    public static partial void Listening(ILogger logger, string broker, string channel, string server, string client);

    [LoggerMessage(BrokerEventId.ListeningFailed, LogLevel.Warning, "{Broker}: attempt {Attempt} to listen on channel {Channel} failed; the next follows in {DelaySeconds} s")]
    public static partial void ListeningFailed(ILogger logger, string broker, string channel, int attempt, double delaySeconds, Exception error);

    [LoggerMessage(BrokerEventId.ListeningRefused, LogLevel.Error, "{Broker}: the server refuses a listener on channel {Channel}; it is asked again in {DelaySeconds} s")]
    public static partial void ListeningRefused(ILogger logger, string broker, string channel, double delaySeconds, Exception error);

    /// <summary>Tells of a link's change.</summary>
    public static void LinkChanged(ILogger logger, string broker, in LinkChange change)
    {
        switch (change.State)
        {
            case LinkState.Lost:
                LinkLost(logger, broker, change.Link, change.Error);
                break;
            case LinkState.Reconnecting:
                LinkReconnecting(logger, broker, change.Link, change.Attempts, change.Error);
                break;
            case LinkState.Refused:
                LinkRefused(logger, broker, change.Link, change.Error);
                break;
            case LinkState.Restored:
                LinkRestored(logger, broker, change.Link, change.Attempts);
                break;
        }
    }

    /// <summary>Tells of a handler that threw, by what became of the message.</summary>
    public static void HandlerFailed(ILogger logger, string broker, string channel, in HandlerFailure failure)
    {
        switch (failure.Outcome)
        {
            case FailureOutcome.Answered:
                HandlerFailed(logger, broker, channel, failure.Error);
                break;
            case FailureOutcome.Redelivered:
                Redelivered(logger, broker, channel, failure.Delivery, failure.RedeliveredAfter.TotalSeconds, failure.Error);
                break;
            case FailureOutcome.GivenUp:
                GivenUp(logger, broker, channel, failure.Delivery, failure.Error);
                break;
        }
    }

    /// <summary>Tells of a listener that was stopped late.</summary>
    public static void StoppedLate(ILogger logger, string broker, string channel, TimeSpan stopTimeout, in LateStop late)
    {
        if (late.HandlersRunOn) HandlersAbandoned(logger, broker, channel);
        else HandlersCancelled(logger, broker, channel, stopTimeout.TotalSeconds, late.GivenBack);
    }

    [LoggerMessage(BrokerEventId.LinkLost, LogLevel.Warning, "{Broker}: link {Link} was lost; it is being opened again")]
    private static partial void LinkLost(ILogger logger, string broker, long link, Exception? error);

    [LoggerMessage(BrokerEventId.LinkReconnecting, LogLevel.Information, "{Broker}: attempt {Attempt} to restore link {Link} failed; another follows")]
    private static partial void LinkReconnecting(ILogger logger, string broker, long link, int attempt, Exception? error);

    [LoggerMessage(BrokerEventId.LinkRestored, LogLevel.Information, "{Broker}: link {Link} was restored after {Attempts} attempts")]
    private static partial void LinkRestored(ILogger logger, string broker, long link, int attempts);

    [LoggerMessage(BrokerEventId.LinkRefused, LogLevel.Error, "{Broker}: the server refuses to restore link {Link}; it is asked again slowly")]
    private static partial void LinkRefused(ILogger logger, string broker, long link, Exception? error);

    [LoggerMessage(BrokerEventId.HandlerFailed, LogLevel.Error, "{Broker}: the handler of channel {Channel} threw; the sender has the error as the answer")]
    private static partial void HandlerFailed(ILogger logger, string broker, string channel, Exception error);

    [LoggerMessage(BrokerEventId.Redelivered, LogLevel.Warning, "{Broker}: the handler of channel {Channel} threw at delivery {Delivery}; the message comes again after {DelaySeconds} s")]
    private static partial void Redelivered(ILogger logger, string broker, string channel, int delivery, double delaySeconds, Exception error);

    [LoggerMessage(BrokerEventId.GivenUp, LogLevel.Error, "{Broker}: the handler of channel {Channel} threw at delivery {Delivery}; the message is given up")]
    private static partial void GivenUp(ILogger logger, string broker, string channel, int delivery, Exception error);

    [LoggerMessage(BrokerEventId.HandlersCancelled, LogLevel.Warning, "{Broker}: handlers of channel {Channel} did not end within {TimeoutSeconds} s and were cancelled; {GivenBack} waiting messages were given back")]
    private static partial void HandlersCancelled(ILogger logger, string broker, string channel, double timeoutSeconds, int givenBack);

    [LoggerMessage(BrokerEventId.HandlersAbandoned, LogLevel.Error, "{Broker}: handlers of channel {Channel} do not heed their cancellation token and were left running")]
    private static partial void HandlersAbandoned(ILogger logger, string broker, string channel);
}
