using System.Text.RegularExpressions;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Reporting;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Commands;

/// <summary>What was measured is never thrown away, and how a run ended is told.</summary>
public sealed partial class BenchEndingTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Where_the_results_can_no_longer_be_written_they_are_elsewhere_and_it_is_told()
    {
        var folder = Path.Combine(_folder.Path, "out");
        using var genie = GenieRun.Start(
            "bench", "inmemory", "--mode", "round-trip", "--stages", "transport", "--duration", "300ms", "--warmup", "0s", "--connections", "1,2,3", "--out", folder);
        await genie.WaitForLineAsync("[1/3");

        // What no write can overcome, as a full disk would be.
        Directory.Delete(folder, recursive: true);
        await File.WriteAllTextAsync(folder, "no folder any more");
        Assert.Equal(ExitCode.Failure, await genie.ExitAsync());
        var error = await genie.ErrorAsync();
        var rescue = Rescue().Match(error).Groups["folder"].Value;
        Assert.True(Directory.Exists(rescue), error);
        var results = await ResultsFile.ReadAsync(Path.Combine(rescue, "results.json"), CancellationToken.None);
        Assert.Equal((3, false), (results.Runs.Count, results.Partial));
        Assert.True(File.Exists(Path.Combine(rescue, "report.html")));
        Directory.Delete(rescue, recursive: true);
    }

    [SkippableFact]
    public async Task Where_the_disk_fills_up_the_results_are_elsewhere_and_no_half_file_stays()
    {
        Skip.IfNot(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess, "a small disk of one's own is mounted by Linux's root only");
        var folder = Path.Combine(_folder.Path, "disk");
        Directory.CreateDirectory(folder);

        // Room for what is tried at the start, and then, while the row is measured, for nothing: the line is said before it, not behind it.
        var log = Path.Combine(_folder.Path, "said");
        var bench = $"'{GenieProcess.Path}' bench inmemory --mode round-trip --stages transport --duration 3s --warmup 0s --connections 1 --out '{folder}' >'{log}'";
        var fill = $"until grep -qF ' rows, about' '{log}' || ! kill -0 $bench 2>/dev/null; do sleep 0.1; done; head -c 1M /dev/zero >'{folder}/filling' 2>/dev/null";
        var script = $"mount -t tmpfs -o size=128k tmpfs '{folder}' || exit 77; {bench} & bench=$!; {fill}; wait $bench; code=$?; ls '{folder}'; exit $code";
        var (code, output, error) = await GenieProcess.RunProgramAsync("unshare", "--mount", "sh", "-c", script);
        Skip.If(code is 77 or 1 && error.Contains("unshare", StringComparison.Ordinal), "this container may mount nothing");
        Assert.Equal((ExitCode.Failure, "filling"), (code, output.Trim()));
        var rescue = Rescue().Match(error).Groups["folder"].Value;
        Assert.Single((await ResultsFile.ReadAsync(Path.Combine(rescue, "results.json"), CancellationToken.None)).Runs);
        Directory.Delete(rescue, recursive: true);
    }

    [Fact]
    public async Task A_rate_that_is_too_high_for_what_is_in_flight_is_told_in_words()
    {
        var (code, output, error) = await GenieRun.RunAsync(
            "bench", "none", "--mode", "round-trip", "--rate", "500k", "--duration", "100ms", "--warmup", "0s", "--connections", "1", "--out", _folder.Path);
        Assert.True(code == ExitCode.Success, output + error);
        Assert.Contains("of 500000/s asked; with 1 in flight it answers no faster", output, StringComparison.Ordinal);
    }

    [GeneratedRegex("are in (?<folder>/[^ ]+) instead")]
    private static partial Regex Rescue();
}
