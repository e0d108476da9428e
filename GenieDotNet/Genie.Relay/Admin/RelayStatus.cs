namespace Genie.Relay.Admin;

/// <summary>What the status page shows.</summary>
/// <param name="State">What the relay is at.</param>
/// <param name="Queue">Calls that wait.</param>
/// <param name="QueueSize">How many may.</param>
/// <param name="PoolSize">Calls that a worker handles at once.</param>
/// <param name="Workers">The workers.</param>
internal sealed record RelayStatus(string State, int Queue, int QueueSize, int PoolSize, IReadOnlyList<WorkerStatus> Workers)
{
    /// <summary>Calls so far.</summary>
    public long Calls { get; init; }

    /// <summary>Those of them whose status was not OK.</summary>
    public long Errors { get; init; }

    /// <summary>The median of the last calls' times.</summary>
    public double P50Milliseconds { get; init; }

    /// <summary>Of a hundred of the last calls one took longer.</summary>
    public double P99Milliseconds { get; init; }
}
