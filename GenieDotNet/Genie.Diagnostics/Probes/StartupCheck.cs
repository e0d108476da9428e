using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;

namespace Genie.Diagnostics.Probes;

/// <summary>Healthy from the host's start to the beginning of its end.</summary>
internal sealed class StartupCheck(IHostApplicationLifetime lifetime) : IHealthCheck
{
    /// <inheritdoc/>
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) => Task.FromResult(
        lifetime.ApplicationStopping.IsCancellationRequested ? HealthCheckResult.Unhealthy("stopping")
        : lifetime.ApplicationStarted.IsCancellationRequested ? HealthCheckResult.Healthy("started")
        : HealthCheckResult.Unhealthy("starting"));
}
