using Genie.Benchmarks.Commands;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class PostGisCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "35")]
    public async Task Measuring_with_PostGis_needs_its_maps_and_then_finds_every_place()
    {
        var reason = ServerUnderTest.WhyUnavailable("postgres", PostgresServer.IsInstalled);
        Skip.If(reason is not null, reason);
        await using var server = await ServerUnderTest.StartAsync("postgres", "postgres", (folder, port) => PostgresServer.StartAsync(folder, port, CancellationToken.None));
        Skip.If(server.Process is null, "The server is the user's; its maps are not replaced.");
        var database = PostgresServer.ConnectionString(server.Process);
        string[] bench = ["bench", "none", "--geocoder", "postgis", "--database", database, "--mode", "round-trip", "--duration", "500ms", "--warmup", "0s", "--connections", "4", "--out", _folder.Path];

        var (code, output, error) = await GenieRun.RunAsync(bench);
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("database postgres at 127.0.0.1", output + error, StringComparison.Ordinal);

        (code, output, error) = await GenieRun.RunAsync("map", "import", "built-in", "--database", database);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("county: 3,233 areas", output, StringComparison.Ordinal);
        Assert.Contains("state: 4,596 areas", output, StringComparison.Ordinal);

        var row = Assert.Single((await MeasuredResults.ReadAsync(await GenieRun.RunAsync(bench), Path.Combine(_folder.Path, "results.json"))).Runs);
        Assert.Equal("postgis", row.Geocoder);
        Assert.True(row.Requests > 0 && row.Ledger.Errors == 0);

        (code, output, error) = await GenieRun.RunAsync("map", "info", "--layer", "county", "--database", database);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("PostGIS", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_database_to_import_into_must_be_named()
    {
        var (code, _, error) = await GenieRun.RunAsync("map", "import", "built-in");
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains("GENIE_POSTGIS", error, StringComparison.Ordinal);
    }

    public void Dispose() => _folder.Dispose();
}
