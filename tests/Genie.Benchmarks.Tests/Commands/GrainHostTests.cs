using System.Text.Json;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Reporting.Model;
using Genie.Servers;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>Grains in other processes than the worker's.</summary>
public sealed class GrainHostTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [SkippableTheory]
    [InlineData("orleans")]
    [InlineData("protoactor")]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "30")]
    public async Task A_row_for_each_count_of_nodes_has_every_effect_once(string host)
    {
        await using var postgres = await StartPostgresAsync();

        // What the rows are marked for on a busy machine is no matter here.
        var (_, output, error) = await GenieRun.RunAsync(
            "bench", "none", "--grain-host", host, "--nodes", "1,2", "--database", PostgresServer.ConnectionString(postgres.Process), "--verify-effects",
            "--mode", "round-trip", "--connections", "4", "--duration", "1s", "--warmup", "500ms", "--out", _folder.Path, "--history", "none");
        var results = JsonSerializer.Deserialize(await File.ReadAllTextAsync(Path.Combine(_folder.Path, "results.json")), ResultsJsonContext.Default.BenchResults)!;
        Assert.Equal([(host, 1), (host, 2)], results.Runs.Select(row => (row.GrainHost, row.Nodes)));
        Assert.All(results.Runs, row => Assert.True(row.Requests > 0 && row.Effects is { Expected: > 0, Missing: 0, Doubled: 0 }, output + error));
    }

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "15")]
    public async Task Up_starts_silos_that_stay_and_down_ends_them()
    {
        await using var postgres = await StartPostgresAsync();
        string[] up = ["up", "orleans", "--nodes", "2", "--database", PostgresServer.ConnectionString(postgres.Process)];
        try
        {
            var (exitCode, output, error) = await RunAsync(up);
            Assert.True(exitCode == ExitCode.Success, output + error);
            Assert.Equal(2, output.Split("clients to 127.0.0.1:").Length - 1);
            Assert.Contains("was running", (await RunAsync(up)).Output, StringComparison.Ordinal);
            Assert.Contains("2 silos run already", (await RunAsync("up", "orleans", "--nodes", "3")).Error, StringComparison.Ordinal);
        }
        finally
        {
            Assert.Contains("orleans: 2 ended", (await RunAsync("down", "orleans")).Output, StringComparison.Ordinal);
        }

        Assert.Contains("none was started", (await RunAsync("down", "orleans")).Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--nodes", "--grain-host", "embedded", "--nodes", "2")]
    [InlineData("--store postgres", "--nodes", "2", "--store", "embedded")]
    [InlineData("--store postgres", "--nodes", "2", "--store-folder", "events")]
    [InlineData("--stages grains", "--nodes", "2", "--stages", "full")]
    [InlineData("number of nodes", "--nodes", "0")]
    [InlineData("number of nodes", "--nodes", "65")]
    public async Task Arguments_that_make_no_sense_are_refused(string reason, params string[] arguments)
    {
        var (exitCode, _, error) = await GenieRun.RunAsync(["bench", "none", .. arguments]);
        Assert.Equal(ExitCode.BadArguments, exitCode);
        Assert.Contains(reason, error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_worker_takes_one_number_of_nodes()
    {
        var (exitCode, _, error) = await GenieRun.RunAsync("worker", "nats", "--nodes", "1,2");
        Assert.Equal(ExitCode.BadArguments, exitCode);
        Assert.Contains("one number is expected", error, StringComparison.Ordinal);
    }

    private static async Task<OwnServer> StartPostgresAsync()
    {
        var reason = ServerUnderTest.WhyUnavailable("postgis", PostgresServer.IsInstalled);
        Skip.If(reason is not null || !PostgresServer.IsInstalled, reason ?? "the server is the user's, whose tables tests leave alone");
        return await OwnServer.StartAsync("postgis", (folder, port) => PostgresServer.StartAsync(folder, port, CancellationToken.None));
    }

    private Task<(int ExitCode, string Output, string Error)> RunAsync(params string[] arguments) =>
        GenieProcess.RunProgramAsync("env", [$"GENIE_STATE={_folder.Path}", GenieProcess.Path, .. arguments]);
}
