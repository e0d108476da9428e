using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Genie.Brokers.Hosting.Health;

/// <summary>
/// Checks a broker: what its links and listeners reported, and then a connection of its own, which shows that the server answers and takes the
/// credentials now.
/// </summary>
internal sealed class BrokerHealthCheck(HostedBroker broker, string channel, BrokerHealthOptions options, TimeProvider clock) : IHealthCheck
{
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        var probe = await ProbeAsync(cancellationToken).ConfigureAwait(false);
        var (state, traits) = (broker.State, broker.Traits);
        var data = new Dictionary<string, object>
        {
            ["system"] = traits.Broker,
            ["client"] = traits.ClientVersion,
            ["server"] = traits.Server,
            ["links_away"] = state.LinksAway,
            ["listeners_away"] = state.ListenersAway,
        };

        // The newest is the connection's: a link that was refused before may be a moment from being restored.
        var refused = probe is not null && Refusal.Is(probe) ? probe : state.Refused;
        if (refused is not null) return Unhealthy($"refused: {refused.Message}", refused);
        if (probe is BrokerException { IsTransient: false }) return Unhealthy(probe.Message, probe);

        var isUnwell = probe is not null || state.LinksAway > 0 || state.ListenersAway > 0;
        var unwellFor = state.UnwellFor(isUnwell, clock);
        if (!isUnwell) return HealthCheckResult.Healthy($"{traits.Broker}: connected and flushed", data);
        var text = $"{traits.Broker}: reconnecting; {state.LinksAway} links and {state.ListenersAway} listeners are away{(probe is null ? "" : $"; {probe.Message}")}";
        return unwellFor >= options.UnhealthyAfter ? Unhealthy($"{text} (for {unwellFor.TotalSeconds:0} s)", probe) : HealthCheckResult.Degraded(text, probe, data);

        HealthCheckResult Unhealthy(string description, Exception? error) => new(context.Registration.FailureStatus, description, error, data);
    }

    /// <summary>Opens a connection and flushes it.</summary>
    /// <returns>What that failed with, or null.</returns>
    private async Task<Exception?> ProbeAsync(CancellationToken cancellationToken)
    {
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limited.CancelAfter(options.Timeout);
        try
        {
            var connection = await broker.ProbeAsync(channel, new ConnectionOptions { MaxInFlight = 1, RequestTimeout = options.Timeout }, limited.Token).ConfigureAwait(false);
            await using var closing = connection.ConfigureAwait(false);
            await connection.FlushAsync(limited.Token).ConfigureAwait(false);
            return null;
        }
        catch (BrokerException error)
        {
            return error;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return new TimeoutException($"no answer within {options.Timeout.TotalSeconds:0.###} s");
        }
    }
}
