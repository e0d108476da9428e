namespace Genie.Servers.Tests.Shell;

/// <summary>./genie where the environment is not as its makers have it.</summary>
public sealed class GenieScriptEnvironmentTests : IDisposable
{
    private static readonly string[] Build = ["build /repo/Genie.Benchmarks"];
    private readonly Checkout _checkout = new();

    public void Dispose() => _checkout.Dispose();

    [Fact]
    public async Task Without_flock_two_starts_at_once_build_once_all_the_same()
    {
        _checkout.Write("slow", "");
        var path = $"{Path.Combine(_checkout.Folder, "sdk")}:{_checkout.Tools(without: "flock")}";
        var results = await Task.WhenAll(Enumerable.Range(0, 3).Select(i => _checkout.RunAsync([$"{i}"], environment: new Dictionary<string, string> { ["PATH"] = path })));
        Assert.Equal(["[0]\n", "[1]\n", "[2]\n"], results.Select(result => result.Output));
        Assert.Equal(Build, _checkout.TakeCalls());
    }

    [Fact]
    public async Task The_lock_of_a_start_that_was_killed_is_passed_over()
    {
        // No process has this number: the kernel gives none above 2^22.
        _checkout.Write("repo/.genie/lock.folder/process", "99999999");
        var path = $"{Path.Combine(_checkout.Folder, "sdk")}:{_checkout.Tools(without: "flock")}";
        Assert.Equal("[x]\n", (await _checkout.RunAsync(["x"], environment: new Dictionary<string, string> { ["PATH"] = path })).Output);
    }

    [Theory]
    [InlineData("CDPATH", ".")]
    [InlineData("TERM", "dumb")]
    [InlineData("HOME", "/nowhere")]
    [InlineData("HOME", "")]
    [InlineData("DOTNET_ROOT", "/nowhere")]
    public async Task It_builds_and_runs_with(string variable, string value) =>
        Assert.Equal("[x]\n", (await _checkout.RunAsync(["x"], environment: new Dictionary<string, string> { [variable] = value }, prefix: ["bash", "-c", "umask 077; exec bash repo/genie \"${@: -1}\""])).Output);

    [Fact]
    public async Task What_the_environment_says_reaches_the_build_only_where_it_should()
    {
        await _checkout.RunAsync(["x"], workingFolder: _checkout.Folder, environment: new Dictionary<string, string> { ["NUGET_PACKAGES"] = "my packages", ["Platform"] = "x64", ["DOTNET_CLI_UI_LANGUAGE"] = "de" });
        Assert.Equal($"{_checkout.Folder}/my packages|en|\n", await File.ReadAllTextAsync(Path.Combine(_checkout.Folder, "environment")));
    }

    [Fact]
    public async Task A_dotnet_that_only_its_variable_names_is_found()
    {
        var environment = new Dictionary<string, string> { ["PATH"] = _checkout.Tools(), ["DOTNET_ROOT"] = Path.Combine(_checkout.Folder, "sdk") };
        Assert.Equal("[x]\n", (await _checkout.RunAsync(["x"], environment: environment)).Output);
    }

    [SkippableFact]
    public async Task A_checkout_that_is_read_only_runs_what_is_built_and_refuses_to_build()
    {
        // Root writes everywhere; whoever else runs the tests takes the right to write from himself.
        Skip.If(Executables.Find("setpriv") is null && Environment.IsPrivilegedProcess, "no setpriv is installed, with which root becomes another user");
        string[] prefix = Environment.IsPrivilegedProcess ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
        await _checkout.RunAsync(["x"]);
        SetWritable(false);
        try
        {
            var built = await _checkout.RunAsync(["x"], prefix: prefix);
            Assert.Equal((0, "[x]\n", ""), built);
            File.SetLastWriteTimeUtc(Path.Combine(_checkout.Folder, "repo", "Genie.Benchmarks", "Program.cs"), DateTime.UtcNow.AddMinutes(1));
            foreach (var arguments in (string[][])[["x"], ["test"], ["test", "T"]])
            {
                var refused = await _checkout.RunAsync(arguments, prefix: prefix);
                Assert.Equal((3, ""), (refused.ExitCode, refused.Output));
                var sentence = Assert.Single(refused.Errors.TrimEnd().Split('\n'));
                Assert.Contains("cannot be written to, and what is built there is not up to date", sentence, StringComparison.Ordinal);
            }
        }
        finally
        {
            SetWritable(true);
        }
    }

    private void SetWritable(bool isWritable)
    {
        if (OperatingSystem.IsWindows()) return;
        const UnixFileMode ReadOnly = UnixFileMode.UserRead | UnixFileMode.UserExecute | UnixFileMode.GroupRead | UnixFileMode.GroupExecute | UnixFileMode.OtherRead | UnixFileMode.OtherExecute;
        foreach (var folder in Directory.EnumerateDirectories(_checkout.Folder, "*", SearchOption.AllDirectories).Append(_checkout.Folder).Reverse())
            File.SetUnixFileMode(folder, isWritable ? ReadOnly | UnixFileMode.UserWrite : ReadOnly);
    }
}
