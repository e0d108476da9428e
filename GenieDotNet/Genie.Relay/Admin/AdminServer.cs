using System.Net;
using System.Text;
using Genie.Diagnostics;
using Genie.Relay.Configuration;
using Genie.Relay.Telemetry;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Relay.Admin;

/// <summary>The probes with the status page, and the metrics, each on a port of its own; it outlives the calls.</summary>
internal sealed class AdminServer : IAsyncDisposable
{
    private static readonly TimeSpan ShutdownTimeout = TimeSpan.FromSeconds(2);

    private readonly WebApplication _host;
    private readonly RelayOptions _options;

    private AdminServer(WebApplication host, RelayOptions options) => (_host, _options) = (host, options);

    /// <summary>The port of the probes; 0 without one.</summary>
    public int ProbesPort => _options.Probes.Enabled ? new Uri(_host.Urls.First()).Port : 0;

    /// <summary>The port of the metrics; 0 without one.</summary>
    public int MetricsPort => _options.Metrics.Enabled ? new Uri(_host.Urls.Last()).Port : 0;

    /// <summary>Listens.</summary>
    public static async Task<AdminServer> StartAsync(
        RelayOptions options, ILoggerFactory loggers, RelayState state, WorkerMetrics workerMetrics, CancellationToken cancellationToken)
    {
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.Services.AddSingleton(loggers).AddLogging().AddRouting().AddSingleton<IHostLifetime, CallersLifetime>();
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = ShutdownTimeout);
        builder.Services.AddGenieDiagnostics(RelayMetrics.MeterName);

        // Without a port it still exports traces and metrics by OTLP.
        if (options.Probes.Enabled || options.Metrics.Enabled) builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => Configure(kestrel, options));
        else builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        var admin = new AdminServer(builder.Build(), options);
        try
        {
            Map(admin._host, options, state, workerMetrics);
            await admin._host.StartAsync(cancellationToken).ConfigureAwait(false);
            return admin;
        }
        catch
        {
            await admin._host.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _host.StopAsync(CancellationToken.None).ConfigureAwait(false);
        await _host.DisposeAsync().ConfigureAwait(false);
    }

    private static void Configure(KestrelServerOptions kestrel, RelayOptions options)
    {
        kestrel.AddServerHeader = false;
        if (options.Probes.Enabled) Listen(kestrel, options.Probes.Port, new AdminPort(IsMetrics: false));
        if (options.Metrics.Enabled) Listen(kestrel, options.Metrics.Port, new AdminPort(IsMetrics: true));
    }

    private static void Listen(KestrelServerOptions kestrel, int port, AdminPort kind) => kestrel.ListenAnyIP(port, listen => listen.Use(next => connection =>
    {
        connection.Features.Set(kind);
        return next(connection);
    }));

    private static void Map(WebApplication host, RelayOptions options, RelayState state, WorkerMetrics workerMetrics)
    {
        host.MapWhen(IsMetrics, branch =>
        {
            branch.Use((http, next) => WriteMetricsAsync(http, next, options.Metrics.Path, workerMetrics));
            branch.UseOpenTelemetryPrometheusScrapingEndpoint(options.Metrics.Path);
        });
        host.MapGet("/startup", http => WriteProbeAsync(http, state.Startup()));
        host.MapGet("/readiness", http => WriteProbeAsync(http, state.Readiness()));
        host.MapGet("/liveness", http => WriteProbeAsync(http, state.Liveness()));
        host.MapGet("/status.json", http => http.Response.WriteAsJsonAsync(state.Status(), StatusJsonContext.Default.RelayStatus, cancellationToken: http.RequestAborted));
        host.MapGet("/", StatusPage.WriteAsync);
    }

    private static bool IsMetrics(HttpContext http) => http.Features.Get<AdminPort>() is { IsMetrics: true };

    private static Task WriteProbeAsync(HttpContext http, HealthCheckResult result)
    {
        http.Response.StatusCode = result.Status == HealthStatus.Healthy ? StatusCodes.Status200OK : StatusCodes.Status503ServiceUnavailable;
        return http.Response.WriteAsync(result.Description + "\n", http.RequestAborted);
    }

    /// <summary>The relay's own figures as its exporter writes them, then the workers'.</summary>
    private static async Task WriteMetricsAsync(HttpContext http, RequestDelegate next, string path, WorkerMetrics workerMetrics)
    {
        if (http.Request.Path != path)
        {
            http.Response.StatusCode = StatusCodes.Status404NotFound;
            return;
        }

        // The plain format only: families of workers are appended, and the other has an end.
        http.Request.Headers.Accept = "text/plain";
        var output = http.Response.Body;
        using var own = new MemoryStream();
        http.Response.Body = own;
        await next(http).ConfigureAwait(false);
        http.Response.Body = output;
        var text = new StringBuilder(Encoding.UTF8.GetString(own.ToArray()));
        workerMetrics.AppendTo(text);
        http.Response.ContentLength = null;
        http.Response.ContentType = "text/plain; version=0.0.4; charset=utf-8";
        await http.Response.WriteAsync(text.ToString(), http.RequestAborted).ConfigureAwait(false);
    }
}
