using System.Diagnostics.Metrics;
using System.Net;
using Genie.Diagnostics.Live;
using Genie.Diagnostics.Probes;
using Genie.Testing;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;

namespace Genie.Diagnostics.Tests;

public sealed class ReadmeTests
{
    [Fact]
    public async Task The_examples_host_shows_a_meter_a_probe_and_an_event()
    {
        var (stop, isThere, feed) = (CancellationToken.None, true, new LiveFeed());
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddGenieDiagnostics("Shop.*")                                             // every meter and trace source whose name begins so
            .AddCheck("database", () => IsDatabaseThere() ? HealthCheckResult.Healthy() : HealthCheckResult.Unhealthy("gone"), [ProbeTag.Ready]);
        await using var host = builder.Build();
        host.MapGenieDiagnostics();                                                                 // /metrics, /health/live, /health/ready, /health/startup
        host.MapGenieLive(feed, "/live");                                                           // the page, from a LiveFeed
        await host.StartAsync(stop);

        using var http = new HttpClient { BaseAddress = new Uri(host.Urls.Single()) };
        using var meter = new Meter("Shop.Orders");
        meter.CreateCounter<int>("orders").Add(3);
        Assert.Contains("\norders_total{} 3\n", await http.GetStringAsync(new Uri("/metrics", UriKind.Relative)), StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.OK, await ReadinessAsync());
        isThere = false;
        Assert.Equal(HttpStatusCode.ServiceUnavailable, await ReadinessAsync());
        Assert.Contains("<title>", await http.GetStringAsync(new Uri("/live", UriKind.Relative)), StringComparison.Ordinal);

        await using var watching = await http.GetStreamAsync(new Uri(GenieLive.EventsPath, UriKind.Relative));
        feed.Publish(new LiveEvent("courier/17", "position", DateTimeOffset.UtcNow, 44.98, -93.27));
        using var events = new StreamReader(watching);
        Assert.Equal("event: event", await events.ReadLineAsync(stop));
        Assert.Contains("courier/17", await events.ReadLineAsync(stop), StringComparison.Ordinal);
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Diagnostics/README.md");

        bool IsDatabaseThere() => isThere;
        async Task<HttpStatusCode> ReadinessAsync()
        {
            using var answer = await http.GetAsync(new Uri("/health/ready", UriKind.Relative));
            return answer.StatusCode;
        }
    }
}
