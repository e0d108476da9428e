using System.Diagnostics;
using Genie.Testing;

namespace Genie.Servers.Tests.Shell;

/// <summary>The real .ci/run around a ./genie that takes no time: what it counts, when it fails, and that it ends what was started.</summary>
public sealed class CiScriptTests : IDisposable
{
    private const string Genie = """
        #!/bin/bash
        cd "$(dirname "$0")"
        echo "$* [${GENIE_PACKAGE_SOURCE:-}] [${GENIE_FUZZ_MINUTES:-}]" >>../calls
        if [ -n "${GENIE_PACKAGE_SOURCE:-}" ]; then echo official >tests/A.Tests/bin/Release/net10.0/A.dll; fi
        [ "$2" != --list ] || exit 0
        if [ "$2" = --coverage ]; then cat ../coverage; exit 0; fi
        bash -c 'exec -a forgotten-server sleep 600' & echo $! >>../left
        setsid sleep 600 & echo $! >>../left
        echo "some output"
        cat ../sum
        exit $(cat ../code)
        """;

    private const string SecondPassFilter =
        "FullyQualifiedName!~Wire&FullyQualifiedName!~.Tests.Protocol&FullyQualifiedName!~Genie.Fuzzing.Tests&(FullyQualifiedName!~Genie.Crashes.Tests|FullyQualifiedName~Genie.Crashes.Tests.Official)&"
        + "(FullyQualifiedName!~Genie.Benchmarks.Tests|FullyQualifiedName~Genie.Benchmarks.Tests.Documentation|FullyQualifiedName~Genie.Benchmarks.Tests.Crank)";

    private readonly TemporaryFolder _folder = new();

    public CiScriptTests()
    {
        File.Copy(Path.Combine(RepositoryRoot.Find(), ".ci", "run"), _folder.Write("repo/.ci/run", ""), overwrite: true);
        Script("repo/genie", Genie);
        Script("repo/.ci/check", "exit 0");
        foreach (var project in (string[])["A", "B"]) _folder.Write($"repo/tests/{project}.Tests/bin/Release/net10.0/{project}.dll", "plain");
        Directory.CreateDirectory(Path.Combine(_folder.Path, "shared", "feed"));
        _folder.Write("coverage", "coverage: all 50.0 % of 2 lines\n");
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Both_passes_are_summed_and_what_they_left_running_is_ended()
    {
        var (exitCode, lines) = await RunAsync("5 passed, 0 failed, 0 skipped", 0);
        Assert.Equal((0, "10 passed, 0 failed, 0 skipped"), (exitCode, lines[^1]));
        Assert.Single(lines, line => line.EndsWith("skipped", StringComparison.Ordinal));
        Assert.Contains("coverage: all 50.0 % of 2 lines", lines);
        Assert.Equal(
            [
                "test --install --parallel 2 --timeout 30 [] [4]",
                $"test --list [{_folder.Path}/shared/feed] []",
                $"test --parallel 2 --filter {SecondPassFilter} A.Tests [{_folder.Path}/shared/feed] []",
                $"test --coverage --parallel 2 --results TestResults/coverage --filter FullyQualifiedName!~PostgreSql Genie.Brokers.Tests Genie.Diagnostics Genie.Genuine Genie.Grains.Tests Genie.Messaging Genie.Workload.Tests [{_folder.Path}/shared/feed] []",
            ],
            await File.ReadAllLinesAsync(Path.Combine(_folder.Path, "calls")));
        Assert.All(await File.ReadAllLinesAsync(Path.Combine(_folder.Path, "left")), id => Assert.False(IsRunning(id), $"process {id} is still there"));
    }

    [Fact]
    public async Task What_the_check_of_the_sources_finds_is_a_failure()
    {
        Script("repo/.ci/check", "echo found; exit 1");
        var (exitCode, lines) = await RunAsync("5 passed, 0 failed, 0 skipped", 0);
        Assert.Equal((1, "10 passed, 1 failed, 0 skipped"), (exitCode, lines[^1]));
        Assert.Contains("found", lines);
    }

    [Fact]
    public async Task Coverage_that_is_not_known_is_said_and_fails_nothing()
    {
        _folder.Write("coverage", "no collector\n");
        var (exitCode, lines) = await RunAsync("5 passed, 0 failed, 0 skipped", 0);
        Assert.Equal((0, "10 passed, 0 failed, 0 skipped"), (exitCode, lines[^1]));
        Assert.Contains("coverage: not known", lines);
    }

    [Fact]
    public async Task Coverage_is_left_out_where_the_tests_took_long_and_that_is_said()
    {
        var (exitCode, lines) = await RunAsync("5 passed, 0 failed, 0 skipped", 0, "SECONDS=3600 bash repo/.ci/run");
        Assert.Equal((0, "10 passed, 0 failed, 0 skipped"), (exitCode, lines[^1]));
        Assert.Contains("coverage: not measured, as the tests took 60 minutes", lines);
    }

    [Fact]
    public async Task It_runs_from_another_folder_whatever_the_shell_is_set_to()
    {
        var (exitCode, lines) = await RunAsync("5 passed, 0 failed, 0 skipped", 0, "umask 077; export CDPATH=. TERM=dumb; unset HOME; cd repo/..; bash repo/.ci/run");
        Assert.Equal((0, "10 passed, 0 failed, 0 skipped"), (exitCode, lines[^1]));
    }

    [Theory]
    [InlineData("5 passed, 1 failed, 0 skipped", 1, "10 passed, 2 failed, 0 skipped")]
    [InlineData("5 passed, 0 failed, 0 skipped", 1, "10 passed, 2 failed, 0 skipped")]
    [InlineData("5 passed, 0 failed, 2 skipped", 0, "10 passed, 1 failed, 4 skipped")]
    [InlineData("the build failed", 3, "0 passed, 2 failed, 0 skipped")]
    public async Task A_failure_of_any_kind_is_counted(string sum, int code, string expected)
    {
        var (exitCode, lines) = await RunAsync(sum, code);
        Assert.Equal((1, expected), (exitCode, lines[^1]));
    }

    private void Script(string name, string text)
    {
        var file = _folder.Write(name, text.StartsWith('#') ? text : $"#!/bin/bash\n{text}\n");
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    private async Task<(int ExitCode, string[] Lines)> RunAsync(string sum, int code, string command = "bash repo/.ci/run")
    {
        _folder.Write("sum", sum + "\n");
        _folder.Write("code", $"{code}");
        var start = new ProcessStartInfo("bash", ["-c", command]) { RedirectStandardOutput = true, WorkingDirectory = _folder.Path };

        // What the run that this test is part of was told is not for the run that it tries.
        start.Environment.Remove("GENIE_FUZZ_MINUTES");
        using var process = Process.Start(start)!;
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return (process.ExitCode, output.TrimEnd('\n').Split('\n'));
    }

    private static bool IsRunning(string id)
    {
        var status = $"/proc/{id}/status";
        return File.Exists(status) && !File.ReadLines(status).Any(line => line.StartsWith("State:\tZ", StringComparison.Ordinal));
    }
}
