using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>Fields and parameters of HTTP with JSON that there are not.</summary>
public sealed class UnknownFieldTests
{
    [Theory]
    [InlineData("PUT", "rules/x", """{"text":"true","mod":"RULE_SHADOW"}""", "mod", "Did you mean 'mode'?")]
    [InlineData("PUT", "rules/x", """{"text":"true","Mode":"RULE_SHADOW"}""", "Mode", "Did you mean 'mode'?")]
    [InlineData("PUT", "rules/x", """{"when":{"value":{"comparison":"GREATER","bond":3}}}""", "when.value.bond", "Did you mean 'bound'?")]
    [InlineData("PUT", "rules/x", """{"when":{"allOf":{"conditions":[{"kind":"seen"},{"knd":"seen"}]}}}""", "when.allOf.conditions[1].knd", "Did you mean 'kind'?")]
    [InlineData("PUT", "rules/x?mode=RULE_SHADOW", """{"text":"true"}""", "mode", "belongs into its body")]
    [InlineData("POST", "rules/seen:setMode", """{"modus":"RULE_SHADOW"}""", "modus", "Did you mean 'mode'?")]
    [InlineData("POST", "rules:explain", """{"rule":{"id":"seen"},"event":{"key":"a","kind":"seen","valu":1}}""", "event.valu", "Did you mean 'value'?")]
    [InlineData("POST", "keys:find", """{"where":{"txt":"true"}}""", "where.txt", "Did you mean 'text'?")]
    [InlineData("GET", "rules?rules_mx=1", null, "rules_mx", "RulesRequest has no field")]
    [InlineData("GET", "rules?rulesMax.x=1", null, "rulesMax.x", "has no fields")]
    [InlineData("DELETE", "rules/seen?force=true", null, "force", "has no field 'force'")]
    [InlineData("GET", "status?verbose=1", null, "verbose", "It has none")]
    public async Task They_are_refused_by_name_and_nothing_is_done(string method, string path, string? body, string field, string hint)
    {
        await using var server = await GeniusServer.StartAsync(new GeniusGrpcOptions { ServesJson = true });
        var rules = new GeniusRules.GeniusRulesClient(server.Channel);
        var before = (await rules.ListRulesAsync(new ListRulesRequest())).Version;
        var (status, answer) = await CallAsync(server, method, path, body);
        Assert.Equal(HttpStatusCode.BadRequest, status);
        Assert.Equal(3, (int)answer["code"]!);
        Assert.Contains(hint, (string)answer["message"]!, StringComparison.Ordinal);
        Assert.Equal(field, (string)answer["details"]![0]!["fieldViolations"]![0]!["field"]!);
        Assert.Equal(before, (await rules.ListRulesAsync(new ListRulesRequest())).Version);
    }

    [Theory]
    [InlineData("PUT", "rules/x", """{"text":"true","mode":"RULE_SHADOW"}""")]
    [InlineData("PUT", "rules/x", """{"when":{"allOf":{"conditions":[{"kind":"seen"},{"value":{"comparison":"GREATER","bound":3}}]}}}""")]
    [InlineData("POST", "rules:explain", """{"rule":{"id":"seen"},"event":{"key":"a","kind":"seen","sequence":"1","time":"2026-11-01T00:00:00Z","attributes":{"anything":"at all"},"accuracy_metres":3}}""")]
    [InlineData("POST", "keys:find", """{"where":{"text":"true"},"keysMax":5}""")]
    [InlineData("GET", "rules?rules_max=1&afterId=a", null)]
    [InlineData("GET", "status", null)]
    public async Task What_there_is_is_taken_by_both_its_names(string method, string path, string? body)
    {
        await using var server = await GeniusServer.StartAsync(new GeniusGrpcOptions { ServesJson = true });
        var (status, answer) = await CallAsync(server, method, path, body);
        Assert.True(status == HttpStatusCode.OK, answer.ToJsonString());
    }

    [Fact]
    public async Task What_is_no_JSON_is_refused_as_before()
    {
        await using var server = await GeniusServer.StartAsync(new GeniusGrpcOptions { ServesJson = true });
        Assert.Equal(HttpStatusCode.BadRequest, (await CallAsync(server, "PUT", "rules/x", "{\"text\":")).Status);
    }

    private static async Task<(HttpStatusCode Status, JsonNode Answer)> CallAsync(GeniusServer server, string method, string path, string? body)
    {
        using var http = new HttpClient();
        using var request = new HttpRequestMessage(new HttpMethod(method), new Uri($"http://{server.Target}/v1/{path}"))
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = body is null ? null : new StringContent(body, Encoding.UTF8, "application/json"),
        };
        using var answer = await http.SendAsync(request);
        return (answer.StatusCode, JsonNode.Parse(await answer.Content.ReadAsStringAsync())!);
    }
}
