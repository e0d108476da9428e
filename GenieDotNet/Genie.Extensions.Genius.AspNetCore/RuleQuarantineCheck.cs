using Genie.Extensions.Genius.Rules;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Genie.Extensions.Genius.AspNetCore;

/// <summary>Degraded while there are rules that this host cannot run, or that follow from too many others; it serves all the same.</summary>
internal sealed class RuleQuarantineCheck(RuleStore rules) : IHealthCheck
{
    /// <summary>The check's name.</summary>
    public const string Name = "rules";

    private const int NamedMax = 5;

    /// <inheritdoc/>
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        var aside = rules.Quarantined;
        if (aside.Count == 0) return Task.FromResult(CheckDepth(rules.TooDeep));
        var named = string.Join(" ", aside.Take(NamedMax).Select(each => each.QuarantineReason));
        return Task.FromResult(HealthCheckResult.Degraded($"{aside.Count} rules do not run on this host: {named}{(aside.Count > NamedMax ? " …" : "")}"));
    }

    private static HealthCheckResult CheckDepth(IReadOnlyCollection<string> tooDeep) => tooDeep.Count == 0
        ? HealthCheckResult.Healthy("all run")
        : HealthCheckResult.Degraded($"Rules would follow from more than {RuleEngine.InferenceDepthMax} others, one after the other, and do not: {string.Join(", ", tooDeep.Take(NamedMax))}. Let them name what the first of those are about.");
}
