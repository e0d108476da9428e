using System.Net;
using Genie.Diagnostics.Live;
using Genie.Testing;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Diagnostics.Tests.Live;

/// <summary>The page in a real browser.</summary>
public sealed class LivePageTests : IAsyncLifetime
{
    private readonly LiveFeed _feed = new();
    private WebApplication _host = null!;

    public async Task InitializeAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        _host = builder.Build();
        _host.MapGenieLive(_feed);
        await _host.StartAsync();
    }

    public async Task DisposeAsync() => await _host.DisposeAsync();

    [SkippableFact]
    public async Task What_is_published_is_shown_as_text_whatever_it_contains()
    {
        var reason = Chromium.WhyUnavailable();
        Skip.If(reason is not null, reason);
        _feed.Publish(new LiveRow("nats round-trip", 1234.4, 56, 7, 8, 9));
        _feed.Publish(new LiveRegion("Philadelphia", [[-75.3, 39.9, -74.9, 39.9, -74.9, 40.1, -75.3, 40.1]]));
        await using var browser = await Chromium.OpenAsync(new Uri(_host.Urls.Single()));
        await browser.WaitForAsync("document.getElementById('state')?.textContent === 'live' && document.getElementById('rows').rows.length === 1 && document.getElementById('map').dataset.regions === '1'");

        _feed.Publish(new LiveEvent("<img src=x onerror=alert(1)>", "seen", DateTimeOffset.UnixEpoch, 40, -75));
        _feed.Publish(new LiveDecision("<img src=x onerror=alert(1)>", true, "within", ["Philadelphia"]));
        _feed.Publish(new LiveDecision("other", false, "outside", []));
        _feed.Publish(new LiveRow("nats round-trip", 99, 1, 0, 0, 0));
        _feed.Publish(new LiveRow("a second", 1, 1, 1, 1, 1));
        await browser.WaitForAsync("document.getElementById('rows').rows.length === 2 && document.getElementById('map').dataset.dots === '1'");

        Assert.Equal("1 1 1", await browser.ReadAsync("['count', 'accepted', 'denied'].map(id => document.getElementById(id).textContent).join(' ')"));
        Assert.Equal("other: denied, outside|<img src=x onerror=alert(1)>: accepted, within (Philadelphia)", await browser.ReadAsync("[...document.querySelectorAll('#decisions li')].map(each => each.textContent).join('|')"));
        Assert.Equal("a second,1,1,1,1,1|nats round-trip,99,1,0,0,0", await browser.ReadAsync("[...document.getElementById('rows').rows].map(row => [...row.cells].map(cell => cell.textContent)).join('|')"));
        Assert.Equal("[]", await browser.ReadAsync("JSON.stringify(performance.getEntriesByType('resource').filter(each => !each.name.startsWith(location.origin)))"));
        Assert.Equal("true", await browser.ReadAsync("String(new Uint8Array(document.getElementById('map').getContext('2d').getImageData(0, 0, document.getElementById('map').width, document.getElementById('map').height).data).some(each => each > 0))"));
    }

    [SkippableFact]
    public async Task The_map_shows_what_there_is_and_a_region_goes_when_it_is_gone()
    {
        var reason = Chromium.WhyUnavailable();
        Skip.If(reason is not null, reason);
        await using var page = await LivePageServer.StartAsync(_feed, port: 0, CancellationToken.None);
        Assert.True(page.Address.IsLoopback);
        _feed.Publish(new LiveRegion("Philadelphia", [[-75.3, 39.9, -74.9, 39.9, -74.9, 40.1, -75.3, 40.1]]));
        await using var browser = await Chromium.OpenAsync(page.Address);
        await browser.WaitForAsync("document.getElementById('map')?.dataset.regions === '1'");
        Assert.StartsWith("rgb(", await browser.ReadAsync("colour('--faint')"), StringComparison.Ordinal);
        Assert.Equal("-75.1 40", await browser.ReadAsync("view.longitude.toFixed(1) + ' ' + view.latitude.toFixed(0)"));
        Assert.Equal("true", await browser.ReadAsync("String(isInView(-75.3, 39.9) && isInView(-74.9, 40.1) && !isInView(-80, 40))"));

        _feed.Publish(new LiveEvent("s", "seen", DateTimeOffset.UnixEpoch, 38.9, -77.1));
        await browser.WaitForAsync("document.getElementById('map').dataset.dots === '1'");
        Assert.Equal("true", await browser.ReadAsync("String(isInView(-77.1, 38.9) && isInView(-74.9, 40.1))"));
        _feed.Publish(new LiveRegion("Philadelphia", []));
        await browser.WaitForAsync("document.getElementById('map').dataset.regions === '0'");
    }

    [Fact]
    public async Task A_page_learns_at_once_that_it_is_watching_though_nothing_happens()
    {
        using var http = new HttpClient();
        using var response = await http.GetAsync(new Uri(_host.Urls.Single() + GenieLive.EventsPath), HttpCompletionOption.ResponseHeadersRead);
        Assert.Equal("text/event-stream", response.Content.Headers.ContentType!.MediaType);
        Assert.True(_feed.IsWatched);
    }

    [Theory]
    [InlineData("localhost", HttpStatusCode.OK)]
    [InlineData("127.0.0.1:8080", HttpStatusCode.OK)]
    [InlineData("[::1]:8080", HttpStatusCode.OK)]
    [InlineData("rebound.example", HttpStatusCode.MisdirectedRequest)]
    [InlineData("127.0.0.1.rebound.example:8080", HttpStatusCode.MisdirectedRequest)]
    public async Task A_name_that_was_made_to_point_here_gets_nothing(string host, HttpStatusCode expected)
    {
        await using var page = await LivePageServer.StartAsync(_feed, port: 0, CancellationToken.None);
        using var http = new HttpClient();
        foreach (var path in (string[])["", GenieLive.EventsPath])
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(page.Address, path)) { Headers = { Host = host } };
            using var response = await http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
            Assert.Equal(expected, response.StatusCode);
        }
    }

    [Fact]
    public async Task A_host_that_stops_ends_its_pages_streams()
    {
        using var http = new HttpClient();
        _feed.Publish(new LiveRow("row", 1, 1, 1, 1, 1));
        using var response = await http.GetAsync(new Uri(_host.Urls.Single() + GenieLive.EventsPath), HttpCompletionOption.ResponseHeadersRead);
        Assert.Equal("text/event-stream", response.Content.Headers.ContentType!.MediaType);

        await _host.StopAsync();

        Assert.StartsWith("event: row\ndata: {\"name\":\"row\"", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }
}
