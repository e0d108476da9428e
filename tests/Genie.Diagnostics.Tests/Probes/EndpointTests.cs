using System.Diagnostics.Metrics;
using System.Net;
using Genie.Diagnostics.Probes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Diagnostics.Tests.Probes;

public sealed class EndpointTests : IAsyncLifetime, IDisposable
{
    private readonly Meter _meter = new("Genie.Trial." + Guid.NewGuid().ToString("N"));
    private readonly HttpClient _http = new();
    private WebApplication _host = null!;
    private bool _isDatabaseThere = true;

    public async Task InitializeAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddGenieDiagnostics(_meter.Name)
            .AddCheck("database", () => _isDatabaseThere ? HealthCheckResult.Healthy() : HealthCheckResult.Unhealthy("gone"), [ProbeTag.Ready]);
        _host = builder.Build();
        _host.MapGenieDiagnostics();
        await _host.StartAsync();
        _http.BaseAddress = new Uri(_host.Urls.Single());
    }

    public async Task DisposeAsync() => await _host.DisposeAsync();

    public void Dispose()
    {
        _meter.Dispose();
        _http.Dispose();
    }

    [Fact]
    public async Task Metrics_are_text_of_the_format_s_version()
    {
        _meter.CreateCounter<int>("trial.hits").Add(4);

        using var response = await _http.GetAsync(new Uri("/metrics", UriKind.Relative));

        Assert.StartsWith("text/plain; version=0.0.4", response.Content.Headers.ContentType!.ToString(), StringComparison.Ordinal);
        Assert.Contains("\ntrial_hits_total{} 4\n", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Readiness_follows_its_checks_and_liveness_does_not()
    {
        Assert.Equal(HttpStatusCode.OK, await ProbeAsync("ready"));
        _isDatabaseThere = false;
        Assert.Equal(HttpStatusCode.ServiceUnavailable, await ProbeAsync("ready"));
        Assert.Equal(HttpStatusCode.OK, await ProbeAsync("live"));
        Assert.Equal(HttpStatusCode.OK, await ProbeAsync("startup"));
        Assert.Contains("\"gone\"", await (await _http.GetAsync(new Uri("/health/ready", UriKind.Relative))).Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_host_that_stops_is_not_ready()
    {
        _host.Services.GetRequiredService<IHostApplicationLifetime>().StopApplication();

        Assert.Equal(HttpStatusCode.ServiceUnavailable, await ProbeAsync("ready"));
        Assert.Equal(HttpStatusCode.OK, await ProbeAsync("live"));
    }

    private async Task<HttpStatusCode> ProbeAsync(string probe)
    {
        using var response = await _http.GetAsync(new Uri("/health/" + probe, UriKind.Relative));
        return response.StatusCode;
    }
}
