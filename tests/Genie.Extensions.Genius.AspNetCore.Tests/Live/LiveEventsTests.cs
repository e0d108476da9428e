using Genie.Diagnostics.Live;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.AspNetCore.Tests.Live;

public sealed class LiveEventsTests
{
    [Fact]
    public async Task What_is_recorded_is_shown_with_its_place_and_its_decision()
    {
        await using var server = await GeniusServer.StartAsync();
        await using var page = await ShowAsync(server.Live);
        using var http = new HttpClient();
        using var stream = await http.GetStreamAsync(new Uri(page.Urls.Single() + GenieLive.EventsPath));
        using var lines = new StreamReader(stream);

        // The stream begins with a row, so that its page is known to be open.
        Assert.Equal("event: row", await lines.ReadLineAsync());
        await server.Processor.ProcessAsync(SampleEvents.Event("s", 1, latitude: 10), default);

        // The rules' regions come when they come, once somebody looks.
        var shown = new Dictionary<string, string>();
        for (var kind = "row"; shown.Count < 4;)
        {
            var line = await lines.ReadLineAsync() ?? throw new EndOfStreamException();
            if (line.StartsWith("event: ", StringComparison.Ordinal)) kind = line["event: ".Length..];
            else if (line.StartsWith("data: ", StringComparison.Ordinal)) shown[kind] = line;
        }

        Assert.Contains("\"key\":\"s\",\"kind\":\"seen\"", shown["event"], StringComparison.Ordinal);
        Assert.Contains("\"latitude\":10,\"longitude\":-75", shown["event"], StringComparison.Ordinal);
        Assert.Contains("\"isAccepted\":true,\"reason\":\"rules match\",\"rules\":[\"north\",\"seen\"]", shown["decision"], StringComparison.Ordinal);
        Assert.Contains("\"name\":\"north\"", shown["region"], StringComparison.Ordinal);
    }

    private static async Task<WebApplication> ShowAsync(LiveFeed feed)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var host = builder.Build();
        host.MapGenieLive(feed);
        await host.StartAsync();
        feed.Publish(new LiveRow("row", 1, 1, 1, 1, 1));
        return host;
    }
}
