using Genie.EventStore;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Genie.Extensions.Genius.AspNetCore;

/// <summary>Healthy while the event store answers.</summary>
internal sealed class EventStoreCheck(IEventStore store) : IHealthCheck
{
    /// <summary>The check's name.</summary>
    public const string Name = "event store";

    /// <inheritdoc/>
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        try
        {
            await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
            return HealthCheckResult.Healthy("answers");
        }
        catch (EventStoreException error)
        {
            return HealthCheckResult.Unhealthy(error.Message);
        }
    }
}
