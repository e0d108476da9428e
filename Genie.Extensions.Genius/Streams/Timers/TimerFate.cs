namespace Genie.Extensions.Genius.Streams.Timers;

/// <summary>What becomes of a timer that is due.</summary>
internal enum TimerFate
{
    /// <summary>Its key is asked what is due.</summary>
    Fires,

    /// <summary>It is tried again later.</summary>
    Waits,

    /// <summary>It does not fire any more.</summary>
    Off,
}
