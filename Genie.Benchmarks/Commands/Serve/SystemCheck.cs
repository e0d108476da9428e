using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Genie.Benchmarks.Commands.Serve;

/// <summary>Ready while a request goes through the system and comes back.</summary>
internal sealed class SystemCheck(ServedSystem system) : IHealthCheck
{
    /// <inheritdoc/>
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) =>
        await system.ProbeAsync(cancellationToken).ConfigureAwait(false) is { } error ? HealthCheckResult.Unhealthy(error) : HealthCheckResult.Healthy();
}
