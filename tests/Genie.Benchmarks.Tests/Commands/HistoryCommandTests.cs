using System.Diagnostics;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.History;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Tests.Reporting.SideBySide;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class HistoryCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string History => Path.Combine(_folder.Path, "history");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Results_are_added_once_and_shown_as_text_page_and_table()
    {
        for (var run = 0; run < 20; run++)
        {
            var file = Path.Combine(_folder.Path, $"{run}.json");
            await ResultsFile.WriteAsync(file, Run(run, run < 10 ? 1 : 1.4), CancellationToken.None);
            Assert.Equal(ExitCode.Success, (await GenieRun.RunAsync(["history", "add", file, file, "--folder", History])).ExitCode);
        }

        var (html, csv) = (Path.Combine(_folder.Path, "history.html"), Path.Combine(_folder.Path, "history.csv"));
        Assert.Equal(ExitCode.Success, (await GenieRun.RunAsync(["history", "--folder", History, "--html", html, "--csv", csv])).ExitCode);
        Assert.Equal(20, Directory.GetFiles(History).Length);
        Assert.Contains("worse by", await File.ReadAllTextAsync(html), StringComparison.Ordinal);
        var lines = await File.ReadAllLinesAsync(csv);
        Assert.Equal(1 + (2 * 20), lines.Length);
        Assert.Equal(2, lines.Count(line => line.Split(',')[^1] is not ("" or "changed_from")));
        Assert.Equal(ExitCode.Success, (await GenieRun.RunAsync(["history", "--folder", History, "--sql", "SELECT count(*) FROM runs"])).ExitCode);
    }

    [Fact]
    public async Task What_is_damaged_is_left_out_and_the_rest_is_shown()
    {
        await HistoryFolder.AddAsync(History, Run(1, 1), CancellationToken.None);
        await File.WriteAllTextAsync(Path.Combine(History, "20260101T000000Z-none-damaged.json.gz"), "no gzip");
        var (results, unreadable) = await HistoryFolder.ReadAsync(History, CancellationToken.None);
        Assert.Single(results);
        Assert.Contains("damaged", Assert.Single(unreadable), StringComparison.Ordinal);
        Assert.Equal(ExitCode.Success, (await GenieRun.RunAsync(["history", "--folder", History])).ExitCode);
        Assert.Equal(ExitCode.BadArguments, (await GenieRun.RunAsync(["history", "--folder", History, "--only", "no such system"])).ExitCode);
        Assert.Equal(ExitCode.BadArguments, (await GenieRun.RunAsync(["history", "--folder", Path.Combine(_folder.Path, "nowhere")])).ExitCode);
        Assert.Equal(ExitCode.BadArguments, (await GenieRun.RunAsync(["history", "--folder", History, "--min-change", "-3%"])).ExitCode);
        Assert.Equal(ExitCode.BadArguments, (await GenieRun.RunAsync(["history", "add", Other(), "--folder", History])).ExitCode);

        string Other()
        {
            var file = Path.Combine(_folder.Path, "other.json");
            File.WriteAllText(file, "{}");
            return file;
        }
    }

    [Fact]
    public async Task A_bench_is_kept_with_the_commit_that_it_ran_at_and_a_gate_finds_it_by_its_branch()
    {
        var repository = Path.Combine(_folder.Path, "repository");
        Directory.CreateDirectory(repository);
        Git(repository, "init", "-q", "-b", "main");
        await File.WriteAllTextAsync(Path.Combine(repository, "file"), "1");
        Git(repository, "add", "file");
        Git(repository, "-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-q", "-m", "first");
        string[] bench = ["bench", "none", "--mode", "round-trip", "--connections", "1", "--stages", "transport", "--duration", "100ms", "--warmup", "0s", "--repeat", "8", "--quiet"];
        var run = await GenieProcess.RunInAsync(repository, bench);
        var results = await MeasuredResults.ReadAsync(run, Path.Combine(repository, "results.json"));
        Assert.Equal(("main", false, 40), (results.Source!.Branch, results.Source.Modified, results.Source.Commit.Length));
        Assert.Single(Directory.GetFiles(Path.Combine(repository, HistoryFolder.Default)));

        var slower = results with
        {
            Started = results.Started.AddHours(1),
            Runs = [.. results.Runs.Select(row => row with { Valid = true, ThroughputPerSecond = row.ThroughputPerSecond / 100 })],
        };
        await ResultsFile.WriteAsync(Path.Combine(repository, "slower.json"), slower with { Source = slower.Source! with { Commit = new string('a', 40) } }, CancellationToken.None);
        var junit = Path.Combine(repository, "gate.xml");
        var gate = await GenieProcess.RunInAsync(repository, ["gate", "slower.json", "--baseline", "main", "--measures", "throughput", "--junit", junit]);
        Assert.True(gate.ExitCode == ExitCode.Failure && gate.Output.Contains("regression: ", StringComparison.Ordinal), gate.Output + gate.Error);
        Assert.Contains("<failure ", await File.ReadAllTextAsync(junit), StringComparison.Ordinal);
        Assert.Equal(ExitCode.BadArguments, (await GenieProcess.RunInAsync(repository, ["gate", "slower.json", "--baseline", "nowhere"])).ExitCode);
        Assert.Equal(ExitCode.BadArguments, (await GenieProcess.RunInAsync(repository, ["gate", "slower.json"])).ExitCode);
    }

    private static BenchResults Run(int number, double slowdown) => SimulatedResults.Create(number + 1, 3, slowdown) with { Started = DateTimeOffset.UnixEpoch.AddDays(number) };

    private static void Git(string folder, params string[] arguments)
    {
        using var git = Process.Start(new ProcessStartInfo("git", ["-C", folder, .. arguments]))!;
        git.WaitForExit();
        Assert.Equal(0, git.ExitCode);
    }
}
