namespace Genie.Relay.Workers;

/// <summary>What a worker is at.</summary>
public enum WorkerState
{
    /// <summary>It was started and does not serve yet.</summary>
    Starting,

    /// <summary>It serves.</summary>
    Serving,

    /// <summary>It does not answer its health checks, or says that it does not serve: it gets no calls.</summary>
    Unhealthy,

    /// <summary>It answered badly, and gets no calls for a while.</summary>
    Ejected,

    /// <summary>It finishes its calls and ends.</summary>
    Draining,

    /// <summary>It has ended.</summary>
    Ended,
}
