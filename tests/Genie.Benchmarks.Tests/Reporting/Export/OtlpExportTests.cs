using System.Collections.Concurrent;
using System.Text;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Tests.Commands;
using Genie.Servers;
using Genie.Testing;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Benchmarks.Tests.Reporting.Export;

public sealed class OtlpExportTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_collector_gets_every_figure_of_every_row(bool byVariable)
    {
        var file = await WriteResultsAsync();
        var received = new ConcurrentQueue<(string Path, string Body)>();
        await using var collector = await StartAsync(received);
        var url = collector.Urls.Single();
        string[] variables = ["OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf", $"OTEL_EXPORTER_OTLP_ENDPOINT={(byVariable ? url : "http://127.0.0.1:1")}"];
        var (code, output, error) = await GenieProcess.RunProgramAsync("env", [.. variables, GenieProcess.Path, "report", file, "--quiet", "--otlp", .. byVariable ? Array.Empty<string>() : [url]]);
        Assert.True(code == ExitCode.Success, output + error);
        var (path, body) = Assert.Single(received, each => each.Body.Contains("genie.bench.throughput", StringComparison.Ordinal));
        Assert.Equal("/v1/metrics", path);
        Assert.All(["genie.bench.throughput", "genie.bench.latency", "p99.9", "genie.bench.lost", "messaging.system", "genie.started"], name => Assert.Contains(name, body, StringComparison.Ordinal));
        Assert.All(SampleResults.Create().Runs, row => Assert.Contains(row.Broker, body, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Without_a_collector_it_says_so()
    {
        var (code, output, error) = await GenieRun.RunAsync("report", await WriteResultsAsync(), "--quiet", "--otlp", $"http://127.0.0.1:{Ports.PickFree()}");
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("did not take the metrics", error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", output + error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_no_url_is_refused()
    {
        var (code, _, error) = await GenieRun.RunAsync("report", await WriteResultsAsync(), "--otlp", "collector");
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains("--otlp: the value is no URL", error, StringComparison.Ordinal);
    }

    private async Task<string> WriteResultsAsync()
    {
        var file = Path.Combine(_folder.Path, "results.json");
        await ResultsFile.WriteAsync(file, SampleResults.Create(), CancellationToken.None);
        return file;
    }

    private static async Task<WebApplication> StartAsync(ConcurrentQueue<(string Path, string Body)> received)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var host = builder.Build();
        host.MapPost("/{**path}", async http =>
        {
            using var body = new StreamReader(http.Request.Body, Encoding.Latin1);
            received.Enqueue((http.Request.Path.Value!, await body.ReadToEndAsync()));
            http.Response.ContentType = "application/x-protobuf";
        });
        await host.StartAsync();
        return host;
    }
}
