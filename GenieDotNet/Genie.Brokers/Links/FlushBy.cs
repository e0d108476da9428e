namespace Genie.Brokers.Links;

/// <summary>Who carries written bytes to the socket when nobody is at it.</summary>
public enum FlushBy
{
    /// <summary>The one who writes, as far as the socket takes the bytes without a wait: no hop, which a lone request wants.</summary>
    Caller,

    /// <summary>The thread pool: the caller goes on writing meanwhile, and batches form. For streams of messages.</summary>
    Background,

    /// <summary>The thread pool, also while output is held back: for signs of life, which must not wait for a handler.</summary>
    Urgent,
}
