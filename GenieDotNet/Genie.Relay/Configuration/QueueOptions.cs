namespace Genie.Relay.Configuration;

/// <summary>Calls that wait for a worker.</summary>
public sealed record QueueOptions
{
    /// <summary>How many may wait; more are refused with UNAVAILABLE. Default 1,000.</summary>
    public int Size { get; init; } = 1000;

    /// <summary>How long one may wait; then it is refused with UNAVAILABLE. Default 5 s.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>When those refused should try again (<c>grpc-retry-pushback-ms</c>). Default 500 ms.</summary>
    public TimeSpan RetryPushback { get; init; } = TimeSpan.FromMilliseconds(500);
}
