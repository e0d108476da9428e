using Genie.Brokers.Telemetry;

namespace Genie.Brokers.Links;

/// <summary>Tells the meter and the event source <c>Genie.Brokers</c> what becomes of one link. Used by one thread at a time.</summary>
/// <param name="broker">The system's name.</param>
public sealed class LinkReporter(string broker)
{
    private readonly long _id = LinkChange.NextLink();

    /// <summary>True from the link's loss until it is restored or closed.</summary>
    public bool IsAway { get; private set; }

    /// <summary>Tells of a change.</summary>
    /// <param name="state">What became of the link.</param>
    /// <param name="error">Why; null where it is restored or closed.</param>
    /// <param name="attempts">Attempts to restore it so far.</param>
    /// <returns>The same, for those who asked to be called: <see cref="ListenOptions.LinkChanged"/>.</returns>
    public LinkChange Tell(LinkState state, Exception? error, int attempts)
    {
        var isAway = state is not (LinkState.Restored or LinkState.Closed);
        var change = new LinkChange(_id, state, error, attempts);
        BrokerTelemetry.CountLink(broker, change, isAway.CompareTo(IsAway));
        IsAway = isAway;
        return change;
    }
}
