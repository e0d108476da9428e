using Genie.Extensions.Genius.Rules;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Genie.Extensions.Genius.AspNetCore;

/// <summary>Degraded while there are rules that this host cannot run, that follow from too many others, or that name what it does not have; it serves all the same.</summary>
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

    private HealthCheckResult CheckReferences()
    {
        var warnings = rules.Warnings;
        if (warnings.Count == 0) return HealthCheckResult.Healthy("all run");
        var named = string.Join("; ", warnings.OrderBy(static each => each.Key, StringComparer.Ordinal).Take(NamedMax).Select(static each => $"{each.Key}: {each.Value}"));
        return HealthCheckResult.Degraded($"{warnings.Count} rules match nothing by what they name: {named}{(warnings.Count > NamedMax ? " …" : "")}");
    }

    private HealthCheckResult CheckDepth(IReadOnlyCollection<string> tooDeep) => tooDeep.Count == 0
        ? CheckReferences()
        : HealthCheckResult.Degraded($"Rules would follow from more than {RuleEngine.InferenceDepthMax} others, one after the other, and do not: {string.Join(", ", tooDeep.Take(NamedMax))}. Let them name what the first of those are about.");
}
