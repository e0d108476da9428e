using Genie.Brokers.Aeron.Client;

namespace Genie.Brokers.Aeron.Messaging;

/// <summary>A connection's way to one listener.</summary>
internal sealed class AeronRoute(long listenerId, int streamId, IAeronPublication publication, long openedMilliseconds)
{
    /// <summary>The listener's announcement.</summary>
    public long ListenerId { get; } = listenerId;

    /// <summary>Its stream.</summary>
    public int StreamId { get; } = streamId;

    /// <summary>The log that it reads.</summary>
    public IAeronPublication Publication { get; } = publication;

    /// <summary>How far it is.</summary>
    public AeronRouteState State { get; set; }

    /// <summary>When the state was entered, on <see cref="Environment.TickCount64"/>.</summary>
    public long SinceMilliseconds { get; set; } = openedMilliseconds;
}

/// <summary>The states of a route, in their order.</summary>
internal enum AeronRouteState
{
    /// <summary>The media driver makes the log, the listener finds it.</summary>
    Opening,

    /// <summary>The connection has greeted.</summary>
    Greeted,

    /// <summary>The listener has welcomed it: messages may go.</summary>
    Ready,

    /// <summary>The listener stops, or the connection ends: a good-bye is due.</summary>
    Leaving,
}
