namespace Genie.Relay.Configuration;

/// <summary>How a worker is asked whether it serves.</summary>
public enum HealthCheckType
{
    /// <summary>By <c>grpc.health.v1.Health/Check</c>.</summary>
    Grpc,

    /// <summary>By a connection that it accepts.</summary>
    Tcp,
}
