using Genie.Extensions.Genius.Delivery.Push;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Genie.Extensions.Genius.AspNetCore;

/// <summary>Degraded while a subscription gives events up, for an address that is refused say, and none arrives; the host serves all the same.</summary>
internal sealed class DeliveryCheck(IEnumerable<DeliveryWorker> workers) : IHealthCheck
{
    /// <summary>The check's name.</summary>
    public const string Name = "deliveries";

    private const int NamedMax = 5;

    /// <inheritdoc/>
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        var failing = workers.Select(static each => (each.Subscription, Reason: each.GivenUpReason)).Where(static each => each.Reason is not null).OrderBy(static each => each.Subscription, StringComparer.Ordinal).ToList();
        if (failing.Count == 0) return Task.FromResult(HealthCheckResult.Healthy("all arrive"));
        var named = string.Join("; ", failing.Take(NamedMax).Select(static each => $"{each.Subscription}: {each.Reason}"));
        return Task.FromResult(HealthCheckResult.Degraded($"{failing.Count} subscriptions give up what they have to deliver, and keep it as dead letters: {named}{(failing.Count > NamedMax ? " …" : "")}"));
    }
}
