namespace Genie.Brokers.Links;

/// <summary>Who carries written bytes to the socket when nobody is at it.</summary>
public enum FlushBy
{
    /// <summary>The one who writes, before its call completes: no hop, which a lone request wants.</summary>
    Caller,

    /// <summary>The thread pool: the caller goes on writing meanwhile, and batches form. For streams of messages.</summary>
    Background,
}
