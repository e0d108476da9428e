using Genie.Diagnostics.Otlp;
using Genie.Diagnostics.Probes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Diagnostics.HealthChecks;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using OpenTelemetry.Logs;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace Genie.Diagnostics;

/// <summary>Adds OpenTelemetry, <c>/metrics</c> and the probes <c>/health/live</c>, <c>/health/ready</c> and <c>/health/startup</c> to an ASP.NET Core host.</summary>
public static class GenieDiagnostics
{
    private const string StartupCheckName = "host";
    private const string AspNetCoreSource = "Microsoft.AspNetCore";
    private static readonly string[] OwnSources = ["Genie.*"];

    /// <summary>
    /// Registers them. Where OTEL_EXPORTER_OTLP_ENDPOINT is set, metrics, traces and logs go there too, and where the variable of one signal is
    /// (OTEL_EXPORTER_OTLP_METRICS_ENDPOINT), that signal does, as the other variables of the OpenTelemetry specification say. Further checks are added to the returned builder, with the tags of <see cref="ProbeTag"/>.
    /// </summary>
    /// <param name="services">The host's services.</param>
    /// <param name="sources">Names of meters and activity sources, with <c>*</c> for any letters. Default: those of this project.</param>
    public static IHealthChecksBuilder AddGenieDiagnostics(this IServiceCollection services, params string[] sources)
    {
        ArgumentNullException.ThrowIfNull(services);
        ArgumentNullException.ThrowIfNull(sources);
        if (sources.Length == 0) sources = OwnSources;
        var telemetry = services.AddOpenTelemetry().WithMetrics(metrics => metrics
            .AddMeter(sources).AddPrometheusExporter(static prometheus => prometheus.ScopeInfoEnabled = false));
        if (OtlpVariables.NameCollector(OtlpVariables.Metrics)) telemetry.WithMetrics(metrics => metrics.AddOtlpExporter(options => OtlpVariables.Apply(options, OtlpVariables.Metrics)));
        if (OtlpVariables.NameCollector(OtlpVariables.Traces))
            telemetry.WithTracing(traces => traces.AddSource([AspNetCoreSource, .. sources]).AddOtlpExporter(options => OtlpVariables.Apply(options, OtlpVariables.Traces)));
        if (OtlpVariables.NameCollector(OtlpVariables.Logs)) telemetry.WithLogging(logs => logs.AddOtlpExporter(options => OtlpVariables.Apply(options, OtlpVariables.Logs)));
        return services.AddHealthChecks().AddCheck<StartupCheck>(StartupCheckName, tags: [ProbeTag.Startup, ProbeTag.Ready]);
    }

    /// <summary>Maps the end points.</summary>
    /// <returns>Takes conventions for all of them, such as authorization.</returns>
    public static IEndpointConventionBuilder MapGenieDiagnostics(this IEndpointRouteBuilder endpoints)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        var group = endpoints.MapGroup("");
        group.MapPrometheusScrapingEndpoint();
        foreach (var tag in new[] { ProbeTag.Live, ProbeTag.Ready, ProbeTag.Startup })
        {
            group.MapHealthChecks("/health/" + tag, new HealthCheckOptions
            {
                Predicate = check => check.Tags.Contains(tag),
                ResponseWriter = WriteHealthAsync,
            });
        }

        return group;
    }

    private static Task WriteHealthAsync(HttpContext http, HealthReport report) => http.Response.WriteAsJsonAsync(
        new
        {
            status = report.Status.ToString(),
            checks = report.Entries.ToDictionary(entry => entry.Key, entry => new { status = entry.Value.Status.ToString(), entry.Value.Description }),
        },
        http.RequestAborted);
}
