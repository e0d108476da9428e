namespace Genie.Brokers.ZeroMQ;

/// <summary>The socket type that one-way messages leave by.</summary>
public enum OneWaySocket
{
    /// <summary>The DEALER that requests use too.</summary>
    Dealer,

    /// <summary>A PUSH of its own beside it, to the listener's PULL side.</summary>
    Push,
}
