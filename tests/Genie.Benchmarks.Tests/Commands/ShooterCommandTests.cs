using System.Net;
using System.Text.Json;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class ShooterCommandTests : IDisposable
{
    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false });

    public void Dispose() => _http.Dispose();

    [Fact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "10")]
    public async Task Servers_are_killed_and_every_reliable_message_counts_once()
    {
        var (exitCode, output, error) = await GenieRun.RunAsync("shooter", "--ships", "40", "--rate", "30", "--duration", "8s", "--kill-every", "5s", "--seed", "3", "--url", "http://127.0.0.1:0", "--json");
        Assert.True(exitCode == 0, error + output);
        using var report = JsonDocument.Parse(output);
        var result = report.RootElement.GetProperty("result");
        Assert.InRange(result.GetProperty("sent").GetInt64(), 1, long.MaxValue);
        Assert.InRange(result.GetProperty("moves_per_second").GetDouble(), 1, 30.5);
        Assert.InRange(result.GetProperty("seen_per_second").GetDouble(), 1, double.MaxValue);
        Assert.All(["lost", "doubled", "disorder"], name => Assert.Equal(0, result.GetProperty(name).GetInt64()));
        var takeover = Assert.Single(result.GetProperty("takeovers").EnumerateArray());
        Assert.NotEqual(JsonValueKind.Null, takeover.GetProperty("ships_seconds").ValueKind);
    }

    [SkippableFact]
    public async Task The_page_shows_ships_and_kills_a_server()
    {
        var reason = Chromium.WhyUnavailable();
        Skip.If(reason is not null, reason);
        using var genie = GenieRun.Start("shooter", "--ships", "20", "--url", "http://127.0.0.1:0");
        var page = await PageOfAsync(genie);
        await using var browser = await Chromium.OpenAsync(page);
        await browser.WaitForAsync("document.getElementById('ships')?.textContent === '20'");
        await browser.WaitForAsync("Number(document.getElementById('fps').textContent) > 0");
        await browser.WaitForAsync("document.querySelectorAll('#servers button').length === 4");

        // The canvas begins black; ships have colours.
        await browser.WaitForAsync("(canvas => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value, i) => i % 4 === 0 && value > 80))(document.getElementById('arena'))");
        await browser.WaitForAsync("(document.querySelector('#servers button').click(), true)");
        await browser.WaitForAsync("document.querySelector('#takeovers td')?.textContent === 'A'");
        Assert.Equal(0, await genie.EndAsync());
        Assert.Contains("held", await genie.WaitForLineAsync("held"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Other_sites_kill_nothing_and_unknown_servers_are_told()
    {
        using var genie = GenieRun.Start("shooter", "--ships", "2", "--url", "http://127.0.0.1:0");
        var page = await PageOfAsync(genie);
        Assert.Equal(HttpStatusCode.Forbidden, await KillAsync(page, "A", isOwnPage: false));
        Assert.Equal(HttpStatusCode.Conflict, await KillAsync(page, "Z", isOwnPage: true));
        Assert.Equal(HttpStatusCode.NoContent, await KillAsync(page, "A", isOwnPage: true));
        Assert.Equal(0, await genie.EndAsync());
    }

    [Theory]
    [InlineData("is too large; at most 1000", "--ships", "1001")]
    [InlineData("is too large; at most 120", "--rate", "121")]
    [InlineData("is no URL", "--url", "ftp://here")]
    [InlineData("An address of this machine is wanted", "--url", "http://192.0.2.1:5000")]
    public async Task Bad_arguments_are_told(string said, params string[] arguments)
    {
        var (exitCode, _, error) = await GenieRun.RunAsync(["shooter", .. arguments]);
        Assert.Equal(2, exitCode);
        Assert.Contains(said, error, StringComparison.Ordinal);
    }

    private static async Task<Uri> PageOfAsync(GenieRun genie)
    {
        var line = await genie.WaitForLineAsync("The page: ");
        return new Uri(line["The page: ".Length..].Split(';')[0]);
    }

    private async Task<HttpStatusCode> KillAsync(Uri page, string server, bool isOwnPage)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(page, $"servers/{server}/kill"));
        if (isOwnPage) request.Headers.Add("Genie-Action", "kill");
        using var answer = await _http.SendAsync(request);
        return answer.StatusCode;
    }
}
