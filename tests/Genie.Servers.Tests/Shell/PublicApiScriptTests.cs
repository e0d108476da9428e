using System.Diagnostics;
using Genie.Testing;

namespace Genie.Servers.Tests.Shell;

/// <summary>The real build/public-api.sh with a compiler that takes no time: what it makes of the analyzer's findings.</summary>
public sealed class PublicApiScriptTests : IDisposable
{
    private const string Header = "#nullable enable\n";

    private readonly TemporaryFolder _folder = new();

    public PublicApiScriptTests()
    {
        File.Copy(Path.Combine(RepositoryRoot.Find(), "build", "public-api.sh"), _folder.Write("repo/build/public-api.sh", ""), overwrite: true);
        var dotnet = _folder.Write("sdk/dotnet", "#!/bin/bash\n[ ! -f \"$(dirname \"$0\")/broken\" ] || { echo 'A.cs(1,2): error CS1002: ; expected'; exit 1; }\n");
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(dotnet, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        _folder.Write("repo/GenieDotNet/Inner/Inner.csproj", "<Project><IsPackable>false</IsPackable></Project>");
        Library("GenieDotNet/A", "");
        Library("Genie.Extensions.Genius", "");
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task What_is_not_declared_is_written_sorted_and_what_was_shipped_and_is_gone_as_removed()
    {
        Library("GenieDotNet/A", Finding("RS0016", "B.Two(string! \\\"x\\\\\\\") -> void"), Finding("RS0016", "A.One"), Finding("RS0017", "A.Old", "Symbol 'A.Old' is part of the declared API, but could not be found"));
        Assert.Equal(0, (await RunAsync()).ExitCode);
        Assert.Equal(Header + "*REMOVED*A.Old\nA.One\nB.Two(string! \"x\\\") -> void\n", Read("GenieDotNet/A/PublicAPI.Unshipped.txt"));
        Assert.Equal(Header, Read("GenieDotNet/A/PublicAPI.Shipped.txt"));
        Assert.Equal(Header, Read("Genie.Extensions.Genius/PublicAPI.Unshipped.txt"));
        Assert.False(File.Exists(Path.Combine(_folder.Path, "repo", "GenieDotNet", "Inner", "PublicAPI.Unshipped.txt")));
    }

    [Fact]
    public async Task The_check_changes_nothing_and_names_what_differs()
    {
        Assert.Equal((0, ""), await RunAsync("--check"));
        Library("GenieDotNet/A", Finding("RS0016", "A.New"));
        var (exitCode, output) = await RunAsync("--check");
        Assert.Equal(1, exitCode);
        Assert.StartsWith("GenieDotNet/A: missing A.New\n", output, StringComparison.Ordinal);
        Assert.False(File.Exists(Path.Combine(_folder.Path, "repo", "GenieDotNet", "A", "PublicAPI.Unshipped.txt")));
    }

    [Fact]
    public async Task Where_the_libraries_cannot_be_compiled_the_files_stay_as_they_were()
    {
        _folder.Write("repo/GenieDotNet/A/PublicAPI.Unshipped.txt", Header + "A.One\n");
        _folder.Write("sdk/broken", "");
        Assert.Equal(1, (await RunAsync()).ExitCode);
        Assert.Equal(Header + "A.One\n", Read("GenieDotNet/A/PublicAPI.Unshipped.txt"));
    }

    [Fact]
    public async Task A_release_ships_what_was_new_and_drops_what_was_removed()
    {
        _folder.Write("repo/GenieDotNet/A/PublicAPI.Shipped.txt", Header + "A.Old\nA.One\n");
        _folder.Write("repo/GenieDotNet/A/PublicAPI.Unshipped.txt", Header + "*REMOVED*A.Old\nA.Two\n");
        Assert.Equal(0, (await RunAsync("--ship")).ExitCode);
        Assert.Equal(Header + "A.One\nA.Two\n", Read("GenieDotNet/A/PublicAPI.Shipped.txt"));
        Assert.Equal(Header, Read("GenieDotNet/A/PublicAPI.Unshipped.txt"));
    }

    [Fact]
    public async Task An_option_that_it_does_not_know_is_refused() => Assert.Equal(2, (await RunAsync("--chek")).ExitCode);

    private static string Finding(string rule, string api, string? text = null) =>
        $"  \"ruleId\": \"{rule}\",\n  \"text\": \"{text ?? $"Symbol '{api}' is not part of the declared public API"}\"\n" + (rule == "RS0016" ? $"  \"APIName\": \"{api}\",\n" : "");

    private void Library(string folder, params string[] findings)
    {
        _folder.Write($"repo/{folder}/Library.csproj", "<Project />");
        _folder.Write($"repo/{folder}/obj/PublicApi/net10.0/public-api.sarif", string.Concat(findings) + "  \"tool\": {\n  \"text\": \"Rule 'x'\"\n");
    }

    private string Read(string name) => File.ReadAllText(Path.Combine(_folder.Path, "repo", name));

    private async Task<(int ExitCode, string Output)> RunAsync(params string[] arguments)
    {
        var start = new ProcessStartInfo("bash", [Path.Combine(_folder.Path, "repo", "build", "public-api.sh"), .. arguments]) { RedirectStandardOutput = true };
        start.Environment["PATH"] = $"{Path.Combine(_folder.Path, "sdk")}:/usr/bin:/bin";
        using var process = Process.Start(start)!;
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return (process.ExitCode, output);
    }
}
