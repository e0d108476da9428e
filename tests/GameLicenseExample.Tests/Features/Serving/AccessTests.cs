using System.Net;
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text;

namespace GameLicenseExample.Tests.Features.Serving;

/// <summary>Who is answered, and what is refused before any feature sees it.</summary>
public sealed class AccessTests(GameServer server) : IClassFixture<GameServer>
{
    private static readonly string[] Posts =
    [
        "wallet/pay-in", "wallet/pay-out", "wallet/transfer", "rewards", "auctions", "auctions/bid", "rooms", "rooms/join", "rooms/reveal", "rooms/roll",
        "venues", "people", "consents", "signals", "signals/locate", "kyc/documents", "kyc/reviews", "kyc/demo/document", "kyc/demo/review",
    ];

    private static readonly string[] Named = ["wallet/pay-in", "wallet/pay-out", "wallet/transfer", "auctions", "auctions/bid", "rooms", "rooms/join", "venues", "people", "consents", "signals"];

    [Fact]
    public async Task Without_the_key_nothing_is_told_or_done()
    {
        using var stranger = server.NewClient();
        foreach (var path in new[] { "state", "report", "report.csv", "report.parquet", "venues?latitude=0&longitude=0", "friends?person=ann" })
        {
            using var response = await stranger.GetAsync($"features/{path}");
            Assert.Equal((path, HttpStatusCode.Unauthorized), (path, response.StatusCode));
        }

        stranger.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", new string('0', 64));
        foreach (var path in Posts)
        {
            using var response = await stranger.PostAsJsonAsync($"features/{path}", new { request = "stranger" });
            Assert.Equal((path, HttpStatusCode.Unauthorized), (path, response.StatusCode));
        }

        Assert.Equal(0, (await server.GetAsync("state")).GetProperty("entries").GetInt64());
    }

    [Fact]
    public async Task The_key_is_the_same_after_a_restart_and_another_one_in_another_folder()
    {
        using var another = new GameServer();
        await another.StartAsync();
        var before = another.Page.Fragment;
        await another.KillAsync();
        await another.StartAsync();
        Assert.Equal(before, another.Page.Fragment);
        Assert.NotEqual(server.Page.Fragment, another.Page.Fragment);
    }

    [Theory]
    [InlineData("features", "text/html; charset=utf-8")]
    [InlineData("features/features.css", "text/css; charset=utf-8")]
    [InlineData("features/features.js", "text/javascript; charset=utf-8")]
    [InlineData("features/forms.js", "text/javascript; charset=utf-8")]
    public async Task The_pages_files_run_nothing_else_and_are_for_this_machine_only(string path, string type)
    {
        using var http = server.NewClient();
        using var response = await http.GetAsync(path);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(type, response.Content.Headers.ContentType!.ToString());
        var policy = Assert.Single(response.Headers.GetValues("Content-Security-Policy"));
        Assert.StartsWith("default-src 'none'; style-src 'self'; script-src 'self';", policy, StringComparison.Ordinal);
        Assert.DoesNotContain("unsafe", policy, StringComparison.Ordinal);

        // A site whose name was made to point here is asked for by that name.
        using var rebound = new HttpRequestMessage(HttpMethod.Get, path) { Headers = { Host = "game.example" } };
        using var refused = await http.SendAsync(rebound);
        Assert.Equal(HttpStatusCode.MisdirectedRequest, refused.StatusCode);
    }

    [Fact]
    public async Task What_another_sites_form_can_send_is_not_read()
    {
        foreach (var type in new[] { "text/plain", "application/x-www-form-urlencoded" })
        {
            using var content = new StringContent("""{"request":"form","player":"ann","credits":5}""", Encoding.UTF8, type);
            using var response = await server.Http.PostAsync(new Uri("features/wallet/pay-in", UriKind.Relative), content);
            Assert.Equal(HttpStatusCode.UnsupportedMediaType, response.StatusCode);
        }

        Assert.Equal(0, await server.BalanceAsync("player/ann"));
    }

    [Fact]
    public async Task What_has_nothing_in_it_is_refused_and_breaks_nothing()
    {
        foreach (var path in Posts)
        {
            foreach (var body in new[] { "{}", "null", "[]", "{", "{\"request\":\"r\"}", "{\"request\":7}", "" })
            {
                using var content = new StringContent(body, Encoding.UTF8, "application/json");
                using var response = await server.Http.PostAsync(new Uri($"features/{path}", UriKind.Relative), content);

                // A document may be empty: it is the officers who find it bad.
                var isAccepted = path == "kyc/demo/document" && response.StatusCode == HttpStatusCode.OK;
                Assert.True(isAccepted || response.StatusCode is HttpStatusCode.BadRequest or HttpStatusCode.Conflict, $"{path} with '{body}': {(int)response.StatusCode}");
            }
        }
    }

    [Fact]
    public async Task A_request_that_must_have_a_name_has_one()
    {
        foreach (var path in Named)
        {
            foreach (var request in new[] { null, "", " ", new string('r', 101) }) Assert.Contains("needs a name", await server.ExpectRefusalAsync(path, new { request }), StringComparison.Ordinal);
        }
    }
}
