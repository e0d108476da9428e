using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Compare;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Tests.Reporting.SideBySide;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class CompareCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Files_are_compared_to_a_page()
    {
        var (a, b) = (await WriteAsync("a", SimulatedResults.Create(1, 6)), await WriteAsync("b", SimulatedResults.Create(2, 6, 1.5)));
        Assert.Equal(ExitCode.Success, (await GenieRun.RunAsync(["compare", a, b, "--out", _folder.Path, "--quiet"])).ExitCode);
        Assert.Contains("B is worse by", await File.ReadAllTextAsync(Path.Combine(_folder.Path, "compare.html")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_gate_shuts_on_a_regression_and_on_rows_that_broke_and_on_nothing_else()
    {
        var before = SimulatedResults.Create(1, 6);
        var a = await WriteAsync("a", before);
        var slower = await WriteAsync("slower", SimulatedResults.Create(2, 6, 1.5));
        var broken = await WriteAsync("broken", before with { Runs = [.. before.Runs.Select(row => row with { Valid = false, Requests = 0, ThroughputPerSecond = 0, LatencyMicroseconds = new LatencyFigures() })] });
        Assert.Equal(ExitCode.Success, (await GenieRun.RunAsync(["gate", a, await WriteAsync("same", SimulatedResults.Create(3, 6))])).ExitCode);
        Assert.Equal(ExitCode.Failure, (await GenieRun.RunAsync(["gate", a, slower])).ExitCode);
        Assert.Equal(ExitCode.Success, (await GenieRun.RunAsync(["gate", a, slower, "--ratio", "2"])).ExitCode);
        Assert.Equal(ExitCode.Failure, (await GenieRun.RunAsync(["gate", a, broken])).ExitCode);
    }

    [Theory]
    [InlineData("compare")]
    [InlineData("compare", "--a", "inmemory")]
    [InlineData("compare", "--a", "inmemory --duratio 1s", "--b", "none")]
    [InlineData("gate", "{a}", "{few}")]
    [InlineData("gate", "{a}", "nowhere.json")]
    [InlineData("gate", "{a}", "{a}", "--ratio", "0.5")]
    [InlineData("gate", "{a}", "{a}", "--confidence", "100%")]
    [InlineData("gate", "{a}", "{a}", "--measures", "p98")]
    public async Task What_cannot_be_compared_is_a_bad_argument(params string[] arguments)
    {
        var (a, few) = (await WriteAsync("a", SimulatedResults.Create(1, 6)), await WriteAsync("few", SimulatedResults.Create(1, 1)));
        var given = arguments.Select(argument => argument.Replace("{a}", a, StringComparison.Ordinal).Replace("{few}", few, StringComparison.Ordinal));
        Assert.Equal(ExitCode.BadArguments, (await GenieRun.RunAsync([.. given, .. arguments[0] == "compare" ? ["--out", _folder.Path] : Array.Empty<string>()])).ExitCode);
    }

    [Fact]
    public void Two_configurations_take_turns_and_turns_at_being_first()
    {
        var request = ComparedConfigurations.Read("--a", "inmemory --connections 1,4 --mode round-trip", 3, Path.Combine(_folder.Path, "a.json"));
        var jobs = BenchPlanTests.Plan(request);
        Assert.Equal(6, jobs.Count);
        Assert.Equal(
            ["A1", "B1", "A4", "B4", "B1", "A1", "B4", "A4", "A1", "B1", "A4", "B4"],
            ComparedConfigurations.Interleave(jobs, jobs).Select(turn => $"{(turn.IsA ? 'A' : 'B')}{turn.Job.Connections}"));
    }

    [Fact]
    public async Task Two_configurations_are_measured_and_compared()
    {
        const string Load = "--stages transport --mode round-trip --connections 1 --duration 300ms --warmup 0s";
        Assert.Equal(ExitCode.Success, (await GenieRun.RunAsync(["compare", "--a", $"inmemory {Load}", "--b", $"none {Load}", "--repeats", "1", "--out", _folder.Path, "--quiet"])).ExitCode);
        foreach (var file in new[] { "a.json", "b.json" })
            Assert.True(Assert.Single((await ResultsFile.ReadAsync(Path.Combine(_folder.Path, file), CancellationToken.None)).Runs).Requests > 0);
        Assert.Contains("inmemory (wire), buffered and none (wire), buffered", await File.ReadAllTextAsync(Path.Combine(_folder.Path, "compare.html")), StringComparison.Ordinal);
    }

    private async Task<string> WriteAsync(string name, BenchResults results)
    {
        var path = Path.Combine(_folder.Path, $"{name}.json");
        await ResultsFile.WriteAsync(path, results, CancellationToken.None);
        return path;
    }
}
