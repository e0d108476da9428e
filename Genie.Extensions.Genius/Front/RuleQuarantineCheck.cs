using Genie.Extensions.Genius.Rules;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Genie.Extensions.Genius.Front;

/// <summary>Degraded while there are rules that this host cannot run; it serves all the same.</summary>
internal sealed class RuleQuarantineCheck(RuleStore rules) : IHealthCheck
{
    /// <summary>The check's name.</summary>
    public const string Name = "rules";

    private const int NamedMax = 5;

    /// <inheritdoc/>
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        var aside = rules.Quarantined;
        if (aside.Count == 0) return Task.FromResult(HealthCheckResult.Healthy("all run"));
        var named = string.Join(" ", aside.Take(NamedMax).Select(each => each.QuarantineReason));
        return Task.FromResult(HealthCheckResult.Degraded($"{aside.Count} rules do not run on this host: {named}{(aside.Count > NamedMax ? " …" : "")}"));
    }
}
