using Genie.Benchmarks.Commands;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>What DuckDB adds to the command line.</summary>
public sealed class DuckDbCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Results_are_asked_by_sql()
    {
        var file = Write("results.json", """{"runs":[{"broker":"nats","throughput_per_s":10.5},{"broker":"kafka","throughput_per_s":7}]}""");
        Check(await GenieRun.RunAsync("report", file, "--sql", "SELECT broker, throughput_per_s AS rate FROM runs ORDER BY rate DESC"), """
            | broker | rate |
            | ------ | ---: |
            | nats   | 10.5 |
            | kafka  |    7 |
            """);
        var (code, _, error) = await GenieRun.RunAsync("report", file, "--sql", "SELECT nothing FROM runs");
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains("nothing", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Requests_are_geocoded_from_an_imported_file()
    {
        var database = Path.Combine(_folder.Path, "maps.duckdb");
        Check(await GenieRun.RunAsync("map", "import", "built-in", "--duckdb", database), "county: ");
        var run = await GenieRun.RunAsync("bench", "inmemory", "--geocoder", "duckdb", "--duckdb", database, "--connections", "1", "--mode", "round-trip", "--duration", "1s", "--warmup", "0s", "--out", _folder.Path, "--quiet");
        Assert.Equal("duckdb", Assert.Single((await MeasuredResults.ReadAsync(run, Path.Combine(_folder.Path, "results.json"))).Runs).Geocoder);
    }

    private static void Check((int Code, string Output, string Error) run, string expected)
    {
        Assert.True(run.Code == ExitCode.Success, run.Output + run.Error);
        Assert.Contains(expected.ReplaceLineEndings(), run.Output, StringComparison.Ordinal);
    }

    private string Write(string name, string text)
    {
        var path = Path.Combine(_folder.Path, name);
        File.WriteAllText(path, text);
        return path;
    }
}
