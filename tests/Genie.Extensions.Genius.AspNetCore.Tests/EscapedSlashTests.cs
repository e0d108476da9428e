using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>Names with slashes and percent signs in paths of HTTP with JSON.</summary>
public sealed class EscapedSlashTests
{
    [Theory]
    [InlineData("x%2Fy", "x/y")]
    [InlineData("x%2fy%2Fz", "x/y/z")]
    [InlineData("x%252Fy", "x%2Fy")]
    [InlineData("x%252Fy%2Fz", "x%2Fy/z")]
    [InlineData("50%25", "50%")]
    [InlineData("yard%20%C3%A9", "yard é")]
    public async Task A_rule_is_put_changed_and_removed_by_its_name(string escaped, string id)
    {
        await using var server = await GeniusServer.StartAsync(new GeniusGrpcOptions { ServesJson = true });
        using var http = new HttpClient { BaseAddress = new Uri($"http://{server.Target}/v1/"), DefaultRequestVersion = HttpVersion.Version20, DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact };
        Assert.Equal(id, (string)(await CallAsync(http, HttpMethod.Put, $"rules/{escaped}", """{"text":"true"}"""))["id"]!);
        Assert.Equal("RULE_SHADOW", (string)(await CallAsync(http, HttpMethod.Post, $"rules/{escaped}:setMode", """{"mode":"RULE_SHADOW"}"""))["mode"]!);
        var rules = new GeniusRules.GeniusRulesClient(server.Channel);
        Assert.Equal(RuleModeValue.RuleShadow, (await rules.ListRulesAsync(new ListRulesRequest())).Rules.Single(each => each.Id == id).Mode);
        await CallAsync(http, HttpMethod.Delete, $"rules/{escaped}");

        await rules.PutRuleAsync(new PutRuleRequest { Id = id, Text = "true" });
        await CallAsync(http, HttpMethod.Delete, $"rules/{escaped}");
        Assert.DoesNotContain((await rules.ListRulesAsync(new ListRulesRequest())).Rules, each => each.Id == id);
    }

    [Fact]
    public async Task A_key_is_found_by_its_name()
    {
        await using var server = await GeniusServer.StartAsync(new GeniusGrpcOptions { ServesJson = true });
        using var http = new HttpClient { BaseAddress = new Uri($"http://{server.Target}/v1/"), DefaultRequestVersion = HttpVersion.Version20, DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact };
        await server.Processor.ProcessAsync(SampleEvents.Event("fleet/7/a%2Fb", 1), default);
        Assert.Equal("fleet/7/a%2Fb", (string)(await CallAsync(http, HttpMethod.Get, "keys/fleet/7%2Fa%252Fb"))["event"]!["key"]!);
    }

    private static async Task<JsonNode> CallAsync(HttpClient http, HttpMethod method, string path, string? body = null)
    {
        using var request = new HttpRequestMessage(method, new Uri(http.BaseAddress!.AbsoluteUri + path)) { Version = http.DefaultRequestVersion, VersionPolicy = http.DefaultVersionPolicy, Content = body is null ? null : new StringContent(body, Encoding.UTF8, "application/json") };
        using var answer = await http.SendAsync(request);
        var text = await answer.Content.ReadAsStringAsync();
        Assert.True(answer.IsSuccessStatusCode, $"{method} {path}: {(int)answer.StatusCode} {text}");
        return JsonNode.Parse(text)!;
    }
}
