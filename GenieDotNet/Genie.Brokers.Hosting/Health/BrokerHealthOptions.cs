namespace Genie.Brokers.Hosting.Health;

/// <summary>How a broker's health is looked at.</summary>
public sealed record BrokerHealthOptions
{
    /// <summary>The channel that a connection is opened to; nothing is sent. Systems with queues or topics may create it. Default: that of the
    /// broker's first listener, else <c>health</c>.</summary>
    public string? Channel { get; init; }

    /// <summary>Time for connecting and flushing together. Default 5 s.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>After so long without one healthy look, <c>Degraded</c> becomes the registration's failure status. Default 1 minute.</summary>
    public TimeSpan UnhealthyAfter { get; init; } = TimeSpan.FromMinutes(1);
}
