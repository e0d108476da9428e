namespace Genie.Brokers.Aeron.Client;

/// <summary>A subscription to a channel and stream. Used on the link's thread only.</summary>
internal interface IAeronSubscription : IDisposable
{
    /// <summary>True once the media driver knows it.</summary>
    /// <exception cref="BrokerException">The media driver refused it.</exception>
    bool IsReady { get; }

    /// <summary>Hands over what has arrived.</summary>
    /// <param name="sink">Gets the fragments, and the ends of sessions.</param>
    /// <param name="fragmentsMax">No more than so many.</param>
    /// <returns>How many it was.</returns>
    int Poll(IFragmentSink sink, int fragmentsMax);
}
