using Genie.EventStore;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Genie.Extensions.Genius.AspNetCore;

/// <summary>Healthy while the event store answers in time.</summary>
internal sealed class EventStoreCheck(IEventStore store, GeniusGrpcOptions options) : IHealthCheck
{
    /// <summary>The check's name.</summary>
    public const string Name = "event store";

    /// <summary>A store that takes longer does not serve: whoever probes would have given up.</summary>
    public static readonly TimeSpan AnswerMax = TimeSpan.FromSeconds(5);

    /// <inheritdoc/>
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        try
        {
            // A store whose server stands still may not even notice that it is told to give up: it is left behind.
            await store.GetPositionAsync(ending.Token).AsTask().WaitAsync(AnswerMax, options.Clock, cancellationToken).ConfigureAwait(false);
            return HealthCheckResult.Healthy("answers");
        }
        catch (TimeoutException)
        {
            await ending.CancelAsync().ConfigureAwait(false);
            return HealthCheckResult.Unhealthy($"no answer within {AnswerMax.TotalSeconds:0} s");
        }
        catch (EventStoreException error)
        {
            return HealthCheckResult.Unhealthy(error.Message);
        }
    }
}
