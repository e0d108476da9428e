using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Tests.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

public sealed class RuleQuarantineCheckTests
{
    [Fact]
    public async Task Health_names_rules_that_would_follow_from_too_many()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        var engine = new RuleEngine(new StripeGeocoder());
        using var rules = new RuleStore(store, engine);
        await rules.ChangeAsync([Put("r0", "true"), .. Enumerable.Range(1, 9).Select(i => Put($"r{i}", $"rule(\"r{i - 1}\")"))], null, default);
        var check = new RuleQuarantineCheck(rules);
        Assert.Equal(HealthStatus.Healthy, (await check.CheckHealthAsync(new HealthCheckContext())).Status);

        await engine.MatchAsync(SampleEvents.Event("k", 1), new List<string>(), default);

        var health = await check.CheckHealthAsync(new HealthCheckContext());
        Assert.Equal(HealthStatus.Degraded, health.Status);
        Assert.Contains("r9", health.Description, StringComparison.Ordinal);
        await rules.ChangeAsync([RuleChange.Remove("r5")], null, default);
        Assert.Equal(HealthStatus.Healthy, (await check.CheckHealthAsync(new HealthCheckContext())).Status);
    }

    private static RuleChange Put(string id, string text) => RuleChange.Put(new Rule(id, RuleText.Parse(text)));
}
