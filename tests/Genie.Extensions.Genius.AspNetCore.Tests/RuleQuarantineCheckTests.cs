using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Streams.Geofences;
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

    [Fact]
    public async Task Health_and_the_list_name_rules_about_what_is_not_there()
    {
        await using var server = await GeniusServer.StartAsync(null, null, new GeofenceDefinition { Name = "yards" });
        var client = new GeniusRules.GeniusRulesClient(server.Channel);
        await PutAsync("there", """window("minutes").count > 1 && rule("north")""");
        await PutAsync("fenced", """geofence("yards").change == "left" || sequence(rule("north"), rule("seen"), "10m")""");
        Assert.Equal(HealthStatus.Healthy, (await server.CheckHealthAsync("rules")).Status);

        Assert.Contains("window(\"hours\")", (await PutAsync("a", """window("hours").count > 1""")).Warning, StringComparison.Ordinal);
        Assert.Contains("geofence(\"doors\") and pattern(\"silent\")", (await PutAsync("b", """geofence("doors").change == "left" || pattern("silent")""")).Warning, StringComparison.Ordinal);
        Assert.Contains("rule(\"later\")", (await PutAsync("c", """rule("later")""")).Warning, StringComparison.Ordinal);

        var health = await server.CheckHealthAsync("rules");
        Assert.Equal(HealthStatus.Degraded, health.Status);
        Assert.StartsWith("3 rules", health.Description, StringComparison.Ordinal);
        await PutAsync("later", "value > 3");
        foreach (var id in new[] { "a", "b" }) await client.RemoveRuleAsync(new RemoveRuleRequest { Id = id });
        Assert.Equal(HealthStatus.Healthy, (await server.CheckHealthAsync("rules")).Status);
        Assert.All((await client.ListRulesAsync(new ListRulesRequest())).Rules, static each => Assert.Equal("", each.Warning));

        async Task<RuleEntry> PutAsync(string id, string text) => await client.PutRuleAsync(new PutRuleRequest { Id = id, Text = text });
    }

    private static RuleChange Put(string id, string text) => RuleChange.Put(new Rule(id, RuleText.Parse(text)));
}
