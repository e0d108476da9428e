using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Tests.Commands;
using Genie.Servers;
using Genie.Testing;

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
        await using var collector = await OtlpCollector.StartAsync();
        var url = collector.Url;
        string[] variables = ["OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf", $"OTEL_EXPORTER_OTLP_ENDPOINT={(byVariable ? url : "http://127.0.0.1:1")}"];
        var (code, output, error) = await GenieProcess.RunProgramAsync("env", [.. variables, GenieProcess.Path, "report", file, "--quiet", "--otlp", .. byVariable ? Array.Empty<string>() : [url]]);
        Assert.True(code == ExitCode.Success, output + error);
        var (path, _, body) = Assert.Single(collector.Received, each => each.Body.Contains("genie.bench.throughput", StringComparison.Ordinal));
        Assert.Equal("/v1/metrics", path);
        Assert.All(["genie.bench.throughput", "genie.bench.latency", "p99.9", "genie.bench.lost", "messaging.system", "genie.started"], name => Assert.Contains(name, body, StringComparison.Ordinal));
        Assert.All(SampleResults.Create().Runs, row => Assert.Contains(row.Broker, body, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_variables_of_metrics_come_before_those_of_all_signals(bool grpc)
    {
        await using var collector = await OtlpCollector.StartAsync(grpc);
        string[] variables =
        [
            $"OTEL_EXPORTER_OTLP_METRICS_PROTOCOL={(grpc ? "grpc" : "http/protobuf")}", $"OTEL_EXPORTER_OTLP_METRICS_ENDPOINT={collector.Url}{(grpc ? "" : "/own/path")}", "OTEL_EXPORTER_OTLP_METRICS_TIMEOUT=60000",
            "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1", "OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf", "OTEL_EXPORTER_OTLP_HEADERS=x-api=a%2Cb%3Dc, x-other = d=e",
        ];
        var (code, output, error) = await GenieProcess.RunProgramAsync("env", [.. variables, GenieProcess.Path, "report", await WriteResultsAsync(), "--quiet", "--otlp"]);
        Assert.True(code == ExitCode.Success, output + error);
        var (path, headers, _) = Assert.Single(collector.Received, each => each.Body.Contains("genie.bench.throughput", StringComparison.Ordinal));
        Assert.Equal(grpc ? "/opentelemetry.proto.collector.metrics.v1.MetricsService/Export" : "/own/path", path);
        Assert.Equal(("a,b=c", "d=e"), (headers["x-api"], headers["x-other"]));
    }

    [Theory]
    [InlineData("OTEL_EXPORTER_OTLP_HEADERS", "hunter2secret")]
    [InlineData("OTEL_EXPORTER_OTLP_HEADERS", "x-api=hunter2secret%0Ab")]
    [InlineData("OTEL_EXPORTER_OTLP_METRICS_HEADERS", "x y=hunter2secret")]
    [InlineData("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "u:hunter2secret@h")]
    [InlineData("OTEL_EXPORTER_OTLP_METRICS_PROTOCOL", "hunter2secret")]
    [InlineData("OTEL_EXPORTER_OTLP_METRICS_TIMEOUT", "hunter2secret")]
    public async Task A_variable_that_cannot_be_read_is_named_and_not_repeated(string variable, string value)
    {
        var (code, output, error) = await GenieProcess.RunProgramAsync("env", [$"{variable}={value}", GenieProcess.Path, "report", await WriteResultsAsync(), "--quiet", "--otlp"]);
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains(variable, error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", output + error, StringComparison.Ordinal);
        Secrets.Marker.AssertNotIn(output + error, variable);
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
}
