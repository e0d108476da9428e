using System.Text.Json;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Reporting;

public sealed class ResultsFileTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task What_was_written_is_read_again()
    {
        var path = Path.Combine(_folder.Path, "results.json");
        var results = SampleResults.Create();
        await ResultsFile.WriteAsync(path, results, CancellationToken.None);

        var read = await ResultsFile.ReadAsync(path, CancellationToken.None);

        Assert.Equal(Serialize(results), Serialize(read));
        Assert.Equal(results.Runs[0].Ledger, read.Runs[0].Ledger);
        Assert.Equal(results.Runs[0].LatencyCurve, read.Runs[0].LatencyCurve);
        Assert.Equal([path], Directory.GetFiles(_folder.Path));
    }

    [Fact]
    public void Names_are_those_of_the_method_document()
    {
        using var json = JsonDocument.Parse(Serialize(SampleResults.Create()));
        var root = json.RootElement;
        AssertHas(root, "schema", "machine", "started", "runs");
        AssertHas(root.GetProperty("machine"), "cores", "memory_mb", "os", "runtime");
        var run = root.GetProperty("runs")[0];
        AssertHas(run, "broker", "client", "client_version", "server", "mode", "confirmation", "connections", "in_flight", "stages",
            "geocoder", "payload_bytes", "rate_asked", "duration_s", "requests", "throughput_per_s", "latency_us", "first_request_ms",
            "ledger", "client_process", "worker_process", "valid", "remarks");
        AssertHas(run.GetProperty("latency_us"), "mean", "p50", "p90", "p99", "p99_9", "max");
        AssertHas(run.GetProperty("ledger"), "sent", "confirmed", "delivered", "lost", "lost_after_confirm", "duplicated", "reordered",
            "corrupted", "misrouted", "late", "errors");
        AssertHas(run.GetProperty("client_process"), "cpu_s", "allocated_bytes_per_request", "gc_pause_ms", "peak_rss_mb");
        AssertHas(run.GetProperty("worker_process"), "cpu_s", "allocated_bytes_per_request", "gc_pause_ms", "peak_rss_mb");
        Assert.Equal("round-trip", run.GetProperty("mode").GetString());
        Assert.Equal("buffered", run.GetProperty("confirmation").GetString());
        Assert.Equal("full", run.GetProperty("stages").GetString());
        Assert.False(run.TryGetProperty("encrypted", out _));
        Assert.False(run.TryGetProperty("effects", out _));
    }

    [Fact]
    public void Encryption_and_effects_are_written_where_they_were_asked_for()
    {
        var row = SampleResults.Create().Runs[0] with { Encrypted = true, Effects = new EffectFigures { Expected = 3, Missing = 1, Doubled = 2 } };
        using var json = JsonDocument.Parse(JsonSerializer.Serialize(row, ResultsJsonContext.Default.RunRow));
        Assert.True(json.RootElement.GetProperty("encrypted").GetBoolean());
        Assert.Equal("""{"expected":3,"missing":1,"double":2}""", json.RootElement.GetProperty("effects").GetRawText().ReplaceLineEndings("").Replace(" ", "", StringComparison.Ordinal));
    }

    [Fact]
    public void A_file_with_only_the_documented_fields_is_read()
    {
        var results = JsonSerializer.Deserialize(
            """{"schema":1,"machine":{"cores":2},"started":"2026-01-02T03:04:05Z","runs":[{"broker":"nats","client":"wire","mode":"fire-and-forget","confirmation":"persisted"}]}""",
            ResultsJsonContext.Default.BenchResults)!;
        var row = Assert.Single(results.Runs);
        Assert.Equal(RunMode.FireAndForget, row.Mode);
        Assert.Equal(Confirmation.Persisted, row.Confirmation);
        Assert.Equal(1, row.Connections);
        Assert.True(row.Valid);
        Assert.Empty(row.Remarks);
        Assert.Empty(row.Marks);
        Assert.Empty(row.TimeLine);
        Assert.Equal("", row.Server);
        Assert.Equal(0, row.Ledger.Sent);
        Assert.True(row.Ranked);
    }

    [Theory]
    [InlineData("", "holds no results")]
    [InlineData("null", "holds no results")]
    [InlineData("[1,2]", "holds no results")]
    [InlineData("""{"schema":1,"machine":{},"started":"2026-01-02T03:04:05Z"}""", "runs")]
    [InlineData("""{"schema":1,"machine":{},"started":"2026-01-02T03:04:05Z","runs":[{"broker":"b","client":"wire","mode":"sideways","confirmation":"accepted"}]}""", "mode")]
    [InlineData("""{"schema":99,"machine":{},"started":"2026-01-02T03:04:05Z","runs":[]}""", "schema 99")]
    public async Task A_file_that_is_no_results_is_refused_by_name(string content, string reason)
    {
        var path = Path.Combine(_folder.Path, "broken.json");
        await File.WriteAllTextAsync(path, content);
        var error = await Assert.ThrowsAsync<ResultsFileException>(() => ResultsFile.ReadAsync(path, CancellationToken.None));
        Assert.Contains("broken.json", error.Message, StringComparison.Ordinal);
        Assert.Contains(reason, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_missing_file_is_named()
    {
        var error = await Assert.ThrowsAsync<ResultsFileException>(() => ResultsFile.ReadAsync(Path.Combine(_folder.Path, "nowhere.json"), CancellationToken.None));
        Assert.Contains("nowhere.json", error.Message, StringComparison.Ordinal);
    }

    private static string Serialize(BenchResults results) => JsonSerializer.Serialize(results, ResultsJsonContext.Default.BenchResults);

    private static void AssertHas(JsonElement element, params string[] names) =>
        Assert.All(names, name => Assert.True(element.TryGetProperty(name, out _), $"no {name} in {element.GetRawText()[..Math.Min(200, element.GetRawText().Length)]}"));
}
