using System.Diagnostics.Tracing;

namespace Genie.Brokers.Telemetry;

/// <summary>
/// What happens to links and messages without a caller to notify: the event source <c>Genie.Brokers</c>, which
/// <c>dotnet-trace</c>, an <see cref="EventListener"/> or a logging library's bridge shows. Event ids never change their meaning.
/// </summary>
[EventSource(Name = BrokerTelemetry.Name)]
public sealed class BrokerEvents : EventSource
{
    private BrokerEvents()
    {
    }

    /// <summary>The process's one.</summary>
    public static BrokerEvents Log { get; } = new();

    /// <summary>A session ended without being asked to; the next is being opened.</summary>
    [Event(1, Level = EventLevel.Warning, Message = "{0}: a link was lost: {1}")]
    public void LinkLost(string broker, string error)
    {
        if (IsEnabled()) WriteEvent(1, broker, error);
    }

    /// <summary>A lost link is there again.</summary>
    [Event(2, Level = EventLevel.Informational, Message = "{0}: a link was restored after {1} attempts")]
    public void LinkRestored(string broker, int attempts)
    {
        if (IsEnabled()) WriteEvent(2, broker, attempts);
    }

    /// <summary>The server refuses to restore a lost link; it is asked again slowly.</summary>
    [Event(3, Level = EventLevel.Error, Message = "{0}: a link is refused, and tried again slowly: {1}")]
    public void LinkRefused(string broker, string error)
    {
        if (IsEnabled()) WriteEvent(3, broker, error);
    }

    /// <summary>A handler threw.</summary>
    [Event(4, Level = EventLevel.Error, Message = "{0}: a handler threw at delivery {1}, its message is {2}: {3}")]
    public void HandlerFailed(string broker, int delivery, string outcome, string error)
    {
        if (IsEnabled()) WriteEvent(4, broker, delivery, outcome, error);
    }

    /// <summary>A listener that was disposed cancelled its handlers: they did not end in time.</summary>
    [Event(5, Level = EventLevel.Warning, Message = "{0}: a listener's handlers did not end within {1} s and were cancelled; {2} waiting messages were given back")]
    public void HandlersCancelled(string broker, double seconds, int givenBack)
    {
        if (IsEnabled()) WriteEvent(5, broker, seconds, givenBack);
    }

    /// <summary>A listener that was disposed left handlers running: they do not heed their cancellation token.</summary>
    [Event(6, Level = EventLevel.Error, Message = "{0}: a listener was disposed while handlers that do not heed their cancellation token run on")]
    public void HandlersAbandoned(string broker)
    {
        if (IsEnabled()) WriteEvent(6, broker);
    }

    /// <summary>A message that another client sent, as this one cannot read it, reached no handler.</summary>
    [Event(7, Level = EventLevel.Error, Message = "{0}: a message reached no handler: {1}")]
    public void MessageUnreadable(string broker, string reason)
    {
        if (IsEnabled()) WriteEvent(7, broker, reason);
    }

    /// <summary>The same, where reading it failed.</summary>
    [NonEvent]
    public void MessageUnreadable(string broker, string what, Exception error)
    {
        ArgumentNullException.ThrowIfNull(error);
        MessageUnreadable(broker, $"{what} cannot be taken ({error.GetType().Name}: {error.Message})");
    }

    /// <summary>A server said that it is about to close, and another session took the place of the one with it.</summary>
    [Event(8, Level = EventLevel.Informational, Message = "{0}: a link moved, as its server is about to close")]
    public void LinkMoved(string broker)
    {
        if (IsEnabled()) WriteEvent(8, broker);
    }
}
