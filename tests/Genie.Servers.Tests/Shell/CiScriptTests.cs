using System.Diagnostics;
using Genie.Testing;

namespace Genie.Servers.Tests.Shell;

/// <summary>The real .ci/run around a ./genie that takes no time: what it counts, when it fails, and that it ends what was started.</summary>
public sealed class CiScriptTests : IDisposable
{
    private const string Genie = """
        #!/bin/bash
        cd "$(dirname "$0")"
        echo "$* [${GENIE_PACKAGE_SOURCE:-}] [${GENIE_FUZZ_MINUTES:-}] [${GENIE_FUZZ_CHANGED:-}]" >>../calls
        if [ "$2" = --coverage ]; then cat ../coverage; exit 0; fi
        bash -c 'exec -a forgotten-server sleep 600' & echo $! >>../left
        setsid sleep 600 & echo $! >>../left
        echo "some output"
        cat ../sum
        exit $(cat ../code)
        """;

    private readonly TemporaryFolder _folder = new();

    public CiScriptTests()
    {
        File.Copy(Path.Combine(RepositoryRoot.Find(), ".ci", "run"), _folder.Write("repo/.ci/run", ""), overwrite: true);
        Script("repo/genie", Genie);
        Script("repo/.ci/check", "exit 0");
        _folder.Write("coverage", "coverage: all 50.0 % of 2 lines\n");
        Git("init --quiet --initial-branch=main");
        Commit("GenieDotNet/Genie.First/A.cs");
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Both_tiers_are_summed_and_what_they_left_running_is_ended()
    {
        for (var i = 0; i < 30; i++) Commit($"GenieDotNet/Genie.Other/{i}.cs");
        var since = Git("rev-parse HEAD~25");
        var (exitCode, lines) = await RunAsync("5 passed, 0 failed, 0 skipped", 0);
        Assert.Equal((0, "10 passed, 0 failed, 0 skipped"), (exitCode, lines[^1]));
        Assert.Single(lines, line => line.EndsWith("skipped", StringComparison.Ordinal));
        Assert.Contains("coverage: all 50.0 % of 2 lines", lines);
        Assert.Equal(
            [
                "test --install --timeout 20 [] [0.5] [GenieDotNet/Genie.Other ]",
                $"test --tier nightly --changed-since {since} --max-minutes 12 --turn 31 --timeout 20 [] [] [GenieDotNet/Genie.Other ]",
                "test --coverage --results TestResults/coverage --filter FullyQualifiedName!~PostgreSql Genie.Brokers.Tests Genie.Diagnostics Genie.Genuine Genie.Grains.Tests Genie.Messaging Genie.Workload.Tests [] [] [GenieDotNet/Genie.Other ]",
            ],
            await File.ReadAllLinesAsync(Path.Combine(_folder.Path, "calls")));
        Assert.All(await File.ReadAllLinesAsync(Path.Combine(_folder.Path, "left")), id => Assert.False(IsRunning(id), $"process {id} is still there"));
    }

    [Fact]
    public async Task What_changed_is_counted_from_the_branch_of_the_origin_where_that_is_behind()
    {
        Git("update-ref refs/remotes/origin/main HEAD");
        Commit("GenieDotNet/Genie.New/B.cs");
        Assert.Equal(0, (await RunAsync("5 passed, 0 failed, 0 skipped", 0)).ExitCode);
        Assert.Contains(
            $"test --tier nightly --changed-since {Git("rev-parse HEAD~1")} --max-minutes 12 --turn 2 --timeout 20 [] [] [GenieDotNet/Genie.New ]",
            await File.ReadAllLinesAsync(Path.Combine(_folder.Path, "calls")));
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

    private void Commit(string file)
    {
        _folder.Write("repo/" + file, "");
        Git("add --all");
        Git("-c user.name=A -c user.email=a@b.example commit --quiet --message change");
    }

    private string Git(string arguments)
    {
        using var git = Process.Start(new ProcessStartInfo("git", arguments) { RedirectStandardOutput = true, WorkingDirectory = Path.Combine(_folder.Path, "repo") })!;
        var output = git.StandardOutput.ReadToEnd().Trim();
        git.WaitForExit();
        Assert.Equal(0, git.ExitCode);
        return output;
    }

    private async Task<(int ExitCode, string[] Lines)> RunAsync(string sum, int code, string command = "bash repo/.ci/run")
    {
        _folder.Write("sum", sum + "\n");
        _folder.Write("code", $"{code}");
        var start = new ProcessStartInfo("bash", ["-c", command]) { RedirectStandardOutput = true, WorkingDirectory = _folder.Path };

        // What the run that this test is part of was told is not for the run that it tries.
        start.Environment.Remove("GENIE_FUZZ_MINUTES");
        start.Environment.Remove("GENIE_FUZZ_CHANGED");
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
