using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Diagnostics.Tests;

/// <summary>What a collector is sent. Alone in its collection: the variables are the whole process's.</summary>
[CollectionDefinition(nameof(OtlpTests), DisableParallelization = true)]
[Collection(nameof(OtlpTests))]
public sealed class OtlpTests
{
    [Fact]
    public async Task The_standard_variable_sends_metrics_and_traces_to_a_collector()
    {
        var received = new ConcurrentQueue<(string Path, string Body)>();
        await using var collector = await StartAsync(_ => { }, host => host.MapPost("/v1/{signal}", async http =>
        {
            using var body = new StreamReader(http.Request.Body, Encoding.Latin1);
            received.Enqueue((http.Request.Path.Value!, await body.ReadToEndAsync()));
            http.Response.ContentType = "application/x-protobuf";
        }));
        using var variables = new Variables(("OTEL_EXPORTER_OTLP_ENDPOINT", collector.Urls.Single()), ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf"));
        using var meter = new Meter("Trial.Otlp");
        using var source = new ActivitySource("Trial.Otlp");

        // What is left is sent when the host ends.
        await using (await StartAsync(builder => builder.Services.AddGenieDiagnostics("Trial.*"), host => host.MapGenieDiagnostics()))
        {
            meter.CreateCounter<int>("trial.sent").Add(1);
            source.StartActivity("trial.traced")?.Dispose();
        }

        Assert.Contains(received, each => each.Path == "/v1/metrics" && each.Body.Contains("trial.sent", StringComparison.Ordinal));
        Assert.Contains(received, each => each.Path == "/v1/traces" && each.Body.Contains("trial.traced", StringComparison.Ordinal));
    }

    private static async Task<WebApplication> StartAsync(Action<WebApplicationBuilder> configure, Action<WebApplication> map)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        configure(builder);
        var host = builder.Build();
        map(host);
        await host.StartAsync();
        return host;
    }

    /// <summary>Variables of the environment until it is disposed.</summary>
    private sealed class Variables : IDisposable
    {
        private readonly string[] _names;

        public Variables(params (string Name, string Value)[] variables)
        {
            _names = [.. variables.Select(variable => variable.Name)];
            foreach (var (name, value) in variables) Environment.SetEnvironmentVariable(name, value);
        }

        public void Dispose()
        {
            foreach (var name in _names) Environment.SetEnvironmentVariable(name, null);
        }
    }
}
