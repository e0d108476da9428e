using Genie.Brokers;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>Ready while the broker takes a connection to the channel.</summary>
internal sealed class GeniusBrokerCheck(IBroker broker, GeniusSettings settings) : IHealthCheck
{
    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(5);

    /// <inheritdoc/>
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limited.CancelAfter(ProbeTimeout);
        try
        {
            await using var connection = await broker.ConnectAsync(settings.Channel, new ConnectionOptions { MaxInFlight = 1, RequestTimeout = ProbeTimeout }, limited.Token).ConfigureAwait(false);
            await connection.FlushAsync(limited.Token).ConfigureAwait(false);
            return HealthCheckResult.Healthy("takes connections");
        }
        catch (BrokerException error)
        {
            return HealthCheckResult.Unhealthy(error.Message);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return HealthCheckResult.Unhealthy($"no answer within {ProbeTimeout.TotalSeconds:0} s");
        }
    }
}
