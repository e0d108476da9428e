using System.Net;
using System.Text.Json.Nodes;
using Genie.Extensions.Genius.Delivery.Webhooks;
using Genie.Extensions.Genius.Tests.Delivery;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>The page to look after <c>genie genius serve</c> by, as it is served, and in a real browser.</summary>
public sealed class GeniusAdminTests : IDisposable
{
    private const string Markup = "<img src=x onerror=alert(1)>";

    private readonly TemporaryFolder _folder = new();
    private readonly GeniusHttp _http = new();

    private Uri Page => new(_http.Site, "admin");

    public void Dispose()
    {
        _http.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task The_page_is_there_beside_the_services_alone_and_loads_nothing_else()
    {
        using var server = await _http.StartAsync(_folder.Path);
        foreach (var (path, type) in ((string, string)[])[("admin", "text/html"), ("admin/admin.css", "text/css"), ("admin/admin.js", "text/javascript"), ("admin/map.js", "text/javascript")])
        {
            using var answer = await _http.Client.GetAsync(new Uri(_http.Site, path));
            Assert.Equal((HttpStatusCode.OK, type), (answer.StatusCode, answer.Content.Headers.ContentType?.MediaType));
            var policy = Assert.Single(answer.Headers.GetValues("Content-Security-Policy"));
            Assert.StartsWith("default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self';", policy, StringComparison.Ordinal);
            Assert.DoesNotContain("unsafe", policy, StringComparison.Ordinal);
            Assert.Equal("nosniff", Assert.Single(answer.Headers.GetValues("X-Content-Type-Options")));
            Assert.DoesNotContain("https://", await answer.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        }

        Assert.Equal(HttpStatusCode.NotFound, (await _http.Client.GetAsync(new Uri($"http://127.0.0.1:{_http.WebPort}/admin"))).StatusCode);
        using var rebound = new HttpRequestMessage(HttpMethod.Get, Page) { Headers = { Host = "rebound.example" } };
        Assert.Equal(HttpStatusCode.MisdirectedRequest, (await _http.Client.SendAsync(rebound)).StatusCode);
        await GeniusProcess.EndAsync(server);
    }

    [SkippableFact]
    public async Task Rules_fences_facts_deliveries_and_keys_are_shown_and_changed()
    {
        var reason = Chromium.WhyUnavailable();
        Skip.If(reason is not null, reason);
        var status = 410;
        await using var receiver = new WebhookReceiver(_ => Volatile.Read(ref status));
        var webhook = new JsonObject { ["Name"] = "hooks", ["Url"] = $"{receiver.Url}", ["Secret"] = WebhookSecret.Generate().Export(), ["AllowPrivateAddresses"] = true };
        using var server = await _http.StartAsync(_folder.Path, new JsonObject
        {
            ["Geofences"] = new JsonArray(new JsonObject { ["Name"] = "yards", ["RulePrefix"] = "yard-" }),
            ["Webhooks"] = new JsonArray(webhook),
        });
        await _http.CallAsync(HttpMethod.Put, "rules/yard-1", """{"text":"place.within(circle(40, -75, 2000))"}""");
        await _http.CallAsync(HttpMethod.Put, "rules/yards-entered", """{"text":"geofence(\"yards\").change == \"entered\""}""");
        await _http.CallAsync(HttpMethod.Post, "events", GeniusHttp.Event(1, 120, Markup));

        await using var browser = await Chromium.OpenAsync(Page);
        await browser.WaitForAsync($"[...document.querySelectorAll('#rules-rows tr')].some(row => row.cells[2].textContent === '1')");
        Assert.Equal("yard-1 enabled", await browser.ReadAsync("document.querySelector('#rules-rows tr').cells[0].textContent + ' ' + document.querySelector('#rules-rows tr').cells[1].textContent"));
        await browser.WaitForAsync("document.getElementById('map').dataset.fences === '1' && document.getElementById('map').dataset.places === '1'");
        Assert.Equal(Markup, await browser.ReadAsync("document.querySelector('#keys-rows tr').cells[0].textContent"));
        await browser.WaitForAsync($"[...document.querySelectorAll('#facts-list li')].some(each => each.textContent.includes('matched yard-1'))");
        await browser.WaitForAsync($"[...document.querySelectorAll('#facts-list li')].some(each => each.textContent.includes('entered yard-1, which matched yards-entered'))");
        Assert.Contains("rules matched by a fact", await browser.ReadAsync("document.getElementById('facts-kind').textContent"), StringComparison.Ordinal);
        await _http.CallAsync(HttpMethod.Delete, "rules/yards-entered");
        Assert.Equal("0", await browser.ReadAsync("String(document.querySelectorAll('img').length)"));

        // A mistake is told where it is, and what is right is put in.
        await browser.ReadAsync("(document.getElementById('rule-id').value = 'fast', document.getElementById('rule-text').value = 'value >', document.getElementById('rule-put').click(), '')");
        await browser.WaitForAsync("document.getElementById('rule-error').textContent.includes('Line 1, column 8')");
        Assert.Equal("7", await browser.ReadAsync("String(document.getElementById('rule-text').selectionStart)"));
        await browser.ReadAsync("(document.getElementById('rule-text').value = 'value > 100', document.getElementById('rule-put').click(), '')");
        await browser.WaitForAsync("document.getElementById('rule-error').hidden && document.querySelectorAll('#rules-rows tr').length === 2");
        await browser.ReadAsync("([...document.querySelectorAll('#rules-rows button')].find(each => each.ariaLabel === 'shadow fast').click(), '')");
        await browser.WaitForAsync("document.querySelector('#rules-rows tr').cells[1].textContent === 'shadow'");
        Assert.Equal("RULE_SHADOW", $"{(await _http.CallAsync(HttpMethod.Get, "rules"))["rules"]![0]!["mode"]}");
        await browser.ReadAsync("(document.getElementById('rollback-version').value = '1', document.querySelector('#rollback-form button').click(), document.getElementById('confirm-yes').click(), '')");
        await browser.WaitForAsync("document.querySelectorAll('#rules-rows tr').length === 1");

        // What the receiver refused is tried again.
        await browser.WaitForAsync("document.querySelector('#deliveries-rows button')?.textContent === 'dead letters'");
        await browser.ReadAsync("(document.querySelector('#deliveries-rows button').click(), '')");
        await browser.WaitForAsync("[...document.querySelectorAll('#letters-rows tr')].some(row => row.textContent.includes('HTTP 410'))");
        Volatile.Write(ref status, 200);
        await browser.ReadAsync("(document.getElementById('letters-all').click(), document.getElementById('confirm-yes').click(), '')");
        await browser.WaitForAsync("document.querySelectorAll('#letters-rows tr').length === 0 && document.querySelector('#deliveries-rows tr').cells[3].textContent === '0'");
        Assert.Contains(receiver.Received, each => each.Body.Contains("yard-1", StringComparison.Ordinal));
        Assert.Equal("[]", await browser.ReadAsync("JSON.stringify(performance.getEntriesByType('resource').filter(each => !each.name.startsWith(location.origin)))"));
        await GeniusProcess.EndAfterGivingUpAsync(server);
    }

    [SkippableFact]
    public async Task With_keys_nothing_is_shown_before_one_is_entered_and_then_what_it_opens()
    {
        var reason = Chromium.WhyUnavailable();
        Skip.If(reason is not null, reason);
        using var server = await _http.StartAsync(_folder.Path, new JsonObject { ["ApiKeys"] = new JsonArray(GeniusHttp.Key("viewer", "rules.read"), GeniusHttp.Key("operator", "rules")) });
        _http.As("operator");
        await _http.CallAsync(HttpMethod.Put, "rules/fast", """{"text":"value > 100"}""");
        await using var browser = await Chromium.OpenAsync(Page);
        await browser.WaitForAsync("document.getElementById('state')?.textContent === 'an API key is needed' && !document.getElementById('key-form').hidden");
        Assert.Equal("0", await browser.ReadAsync("String(document.querySelectorAll('#rules-rows tr').length)"));
        await browser.ReadAsync("(document.getElementById('key').value = 'viewer', document.querySelector('#key-form button').click(), '')");
        await browser.WaitForAsync("document.getElementById('state').textContent === 'connected' && document.querySelectorAll('#rules-rows tr').length === 1");
        Assert.Contains("deliveries.read", await browser.ReadAsync("document.getElementById('deliveries-error').textContent"), StringComparison.Ordinal);
        await browser.ReadAsync("(document.querySelector('#rules-rows button').click(), '')");
        await browser.WaitForAsync("document.getElementById('rules-error').textContent.includes(\"needs the scope 'rules'\")");
        await GeniusProcess.EndAsync(server);
    }
}
