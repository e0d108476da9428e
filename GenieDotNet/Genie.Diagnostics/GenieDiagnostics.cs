using Genie.Diagnostics.Probes;
using Genie.Diagnostics.Prometheus;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Diagnostics.HealthChecks;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Genie.Diagnostics;

/// <summary>Adds <c>/metrics</c> and the probes <c>/health/live</c>, <c>/health/ready</c> and <c>/health/startup</c> to an ASP.NET Core host.</summary>
public static class GenieDiagnostics
{
    private const string StartupCheckName = "host";

    /// <summary>Registers them. Further checks are added to the returned builder, with the tags of <see cref="ProbeTag"/>.</summary>
    public static IHealthChecksBuilder AddGenieDiagnostics(this IServiceCollection services, PrometheusOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(services);
        services.TryAddSingleton(_ => new PrometheusExporter(options));
        return services.AddHealthChecks().AddCheck<StartupCheck>(StartupCheckName, tags: [ProbeTag.Startup, ProbeTag.Ready]);
    }

    /// <summary>Maps the end points, and begins to measure.</summary>
    public static void MapGenieDiagnostics(this IEndpointRouteBuilder endpoints)
    {
        ArgumentNullException.ThrowIfNull(endpoints);
        var exporter = endpoints.ServiceProvider.GetRequiredService<PrometheusExporter>();
        endpoints.MapGet("/metrics", (HttpContext http) => WriteMetricsAsync(exporter, http));
        foreach (var tag in new[] { ProbeTag.Live, ProbeTag.Ready, ProbeTag.Startup })
        {
            endpoints.MapHealthChecks("/health/" + tag, new HealthCheckOptions
            {
                Predicate = check => check.Tags.Contains(tag),
                ResponseWriter = WriteHealthAsync,
            });
        }
    }

    private static Task WriteMetricsAsync(PrometheusExporter exporter, HttpContext http)
    {
        using var text = new StringWriter();
        exporter.Write(text);
        http.Response.ContentType = PrometheusExporter.ContentType;
        return http.Response.WriteAsync(text.ToString(), http.RequestAborted);
    }

    private static Task WriteHealthAsync(HttpContext http, HealthReport report) => http.Response.WriteAsJsonAsync(
        new
        {
            status = report.Status.ToString(),
            checks = report.Entries.ToDictionary(entry => entry.Key, entry => new { status = entry.Value.Status.ToString(), entry.Value.Description }),
        },
        http.RequestAborted);
}
