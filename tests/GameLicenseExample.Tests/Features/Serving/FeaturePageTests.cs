using Genie.Testing;

namespace GameLicenseExample.Tests.Features.Serving;

/// <summary>The page in a real browser, on a real server.</summary>
public sealed class FeaturePageTests(GameServer server) : IClassFixture<GameServer>
{
    [SkippableFact]
    public async Task Every_feature_is_shown_as_text_whatever_it_contains_and_forms_act_once()
    {
        var reason = Chromium.WhyUnavailable();
        Skip.If(reason is not null, reason);
        await server.DoAsync("wallet/pay-in", new { request = "p1", player = "ann", credits = 100 });
        await server.DoAsync("rewards", new { name = "odd", when = "kind == \"play\" && attributes.name == \"<img src=x onerror=document.title=1>\"", credits = 5 });
        await server.DoAsync("auctions", new { request = "p2", auction = "lamp", seller = "sue", minimum = 10, seconds = 3600 });
        for (var i = 1; i <= 25; i++) await server.DoAsync("auctions", new { request = $"more{i}", auction = $"more{i}", seller = "sue", minimum = 10, seconds = 60 * i });
        await server.DoAsync("rooms", new { request = "p3", room = "blue", seats = 2, stake = 10 });
        await server.DoAsync("signals", new { request = "p4", network = "aa:bb:cc:00:11:22", latitude = 39.95, longitude = -75.16, levelDbm = -50 });
        await server.DoAsync("consents", new { request = "p5", owner = "ben", friend = "ann", seconds = 3600 });
        await server.DoAsync("kyc/demo/document", new { text = "passport" });
        await using var browser = await Chromium.OpenAsync(server.Page);
        foreach (var (id, text) in new[] { ("balances", "player/ann"), ("given", "<img src=x onerror=document.title=1>"), ("auctions", "lamp"), ("tables", "blue"), ("networks", "aa:bb:cc:00:11:22"), ("consents", "ann may see ben"), ("files", "0 of 2 officers"), ("boards", "nothing yet"), ("plays", "nothing yet") })
            await browser.WaitForAsync($"document.getElementById('{id}')?.textContent.includes('{text}') === true");
        await browser.WaitForAsync("document.getElementById('state').textContent === 'live' && document.querySelectorAll('main img').length === 0 && document.title === 'genie, the game server'");

        // The newest ones, by their ends, in a box of their own.
        await browser.WaitForAsync("document.querySelectorAll('#auctions h3').length === 20 && document.querySelector('#auctions h3').textContent.startsWith('lamp') && document.getElementById('auctions').lastChild.textContent === 'and 6 more'");
        await browser.WaitForAsync("['auctions', 'tables', 'files', 'boards'].every(id => getComputedStyle(document.getElementById(id)).overflowY === 'auto')");

        // The key has left the address, so that no copy of that gives it away.
        await browser.WaitForAsync("location.hash === ''");
        await FillAsync(browser, "[data-post=\"/wallet/pay-in\"]", ("player", "ben"), ("credits", "70"));
        await browser.WaitForAsync("document.querySelector('[data-post=\"/wallet/pay-in\"] output').textContent === 'done'");
        Assert.Equal(70, await server.BalanceAsync("player/ben"));
        await FillAsync(browser, "[data-post=\"/wallet/transfer\"]", ("from", "ben"), ("to", "ann"), ("credits", "71"));
        await browser.WaitForAsync("document.querySelector('[data-post=\"/wallet/transfer\"] output').textContent.includes('has 70 credits')");

        // The browser makes the commitment and keeps the secret; the server's sums agree with it.
        foreach (var player in new[] { "ann", "ben" })
        {
            await FillAsync(browser, "#join", ("room", "blue"), ("player", player));
            await browser.WaitForAsync($"document.getElementById('tables').textContent.includes('{player}')");
        }

        foreach (var player in new[] { "ann", "ben" })
        {
            await FillAsync(browser, "#reveal", ("room", "blue"), ("player", player));
            await browser.WaitForAsync($"document.querySelectorAll('#tables .yes').length >= {(player == "ann" ? 1 : 2)}");
        }

        await browser.WaitForAsync("document.getElementById('tables').textContent.includes(\"'s turn\")");
    }

    [SkippableFact]
    public async Task Without_the_key_the_page_asks_for_it_and_shows_nothing()
    {
        var reason = Chromium.WhyUnavailable();
        Skip.If(reason is not null, reason);
        await using var browser = await Chromium.OpenAsync(new Uri(server.Page, "/features"));
        await browser.WaitForAsync("document.getElementById('door')?.hidden === false && document.getElementById('features').hidden && document.getElementById('state').textContent.includes('key is needed')");
        await browser.WaitForAsync($"(() => {{ document.querySelector('#door input').value = '{server.Page.Fragment[1..]}'; document.querySelector('#door').requestSubmit(); return true; }})()");
        await browser.WaitForAsync("document.getElementById('state').textContent === 'live' && !document.getElementById('features').hidden");
    }

    private static Task FillAsync(Chromium browser, string form, params (string Name, string Value)[] values) => browser.WaitForAsync(
        $"(() => {{ const form = document.querySelector('{form}'); {string.Concat(values.Select(each => $"form.querySelector('[name={each.Name}]').value = '{each.Value}'; "))} form.requestSubmit(); return true; }})()");
}
