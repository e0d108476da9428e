namespace Genie.Relay.Configuration;

/// <summary>How workers are asked whether they serve.</summary>
public sealed record HealthCheckOptions
{
    /// <summary>How often. Default 5 s.</summary>
    public TimeSpan Interval { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How long an answer may take. Default 3 s.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>By which question. Default grpc.health.v1.</summary>
    public HealthCheckType Type { get; init; } = HealthCheckType.Grpc;

    /// <summary>The service to ask grpc.health.v1 for; empty: the server as a whole.</summary>
    public string Service { get; init; } = "";

    /// <summary>A worker is ended and started again when so many questions in a row were not answered well. Default 3.</summary>
    public int Failures { get; init; } = 3;
}
