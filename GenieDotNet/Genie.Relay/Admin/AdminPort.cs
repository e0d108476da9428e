namespace Genie.Relay.Admin;

/// <summary>By which port a request has come.</summary>
/// <param name="IsMetrics">By that of the metrics; else by that of the probes.</param>
internal sealed record AdminPort(bool IsMetrics);
