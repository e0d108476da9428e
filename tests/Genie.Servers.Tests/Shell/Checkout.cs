using System.Diagnostics;
using Genie.Testing;

namespace Genie.Servers.Tests.Shell;

/// <summary>
/// The real ./genie in a small folder, with a compiler that takes no time: it writes down how it was called and puts
/// scripts where the programs belong. What is tested is the script; the real build is what runs these tests.
/// </summary>
internal sealed class Checkout : IDisposable
{
    private const string Dotnet = """
        #!/bin/bash
        here=$(cd "$(dirname "$0")/.." && pwd)
        echo "$*" >>"$here/calls"
        [ "$1" = build ] || exit 0
        echo "$NUGET_PACKAGES|$DOTNET_CLI_UI_LANGUAGE|$Platform" >"$here/environment"
        [ ! -f "$here/slow" ] || sleep 1
        if [ -f "$here/lacking" ] && [ ! -f "$here/repo/.genie/packages.props" ]; then
          while read -r package; do echo "$here/repo/A.csproj : error NU1101: Unable to find package $package. No packages exist with this id in source(s): x [$here/repo/A.csproj]"; done <"$here/lacking"
          exit 1
        fi
        if [ -f "$here/broken" ]; then echo "noise"; echo "$here/repo/A.cs(1,2): error CS1002: ; expected [$here/repo/A.csproj]"; exit 1; fi
        put() { mkdir -p "$(dirname "$1")"; printf '#!/bin/bash\n%s\n' "$2" >"$1"; chmod +x "$1"; }
        put "$here/repo/Genie.Benchmarks/bin/Release/net10.0/genie" 'printf "[%s]\n" "$@"; exit ${EXIT_CODE:-0}'
        put "$here/repo/tests/Genie.Testing.Runner/bin/Release/net10.0/genie-test" 'printf "<%s>\n" "$@"'
        """;

    private readonly TemporaryFolder _folder = new();

    public Checkout()
    {
        File.Copy(Path.Combine(RepositoryRoot.Find(), "genie"), Write("repo/genie", ""), overwrite: true);
        Write("repo/GenieDotNet.slnx", """<Solution><Project Path="Genie.Benchmarks/Genie.Benchmarks.csproj" /><Project Path="tests/T/T.csproj" /></Solution>""");
        Write("repo/Genie.Benchmarks/Genie.Benchmarks.csproj", """<Project><ClientPackage Include="Optional.One" /><ClientPackage Include="Optional.Two" /></Project>""");
        Write("repo/Genie.Benchmarks/Program.cs", "// one");
        Write("repo/tests/T/T.csproj", "<Project />");
        foreach (var file in (string[])["Directory.Packages.props", "global.json", ".editorconfig"]) Write($"repo/{file}", "x");
        var dotnet = Write("sdk/dotnet", Dotnet);
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(dotnet, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    public string Folder => _folder.Path;

    /// <summary>How the compiler was called since the last look.</summary>
    public IReadOnlyList<string> TakeCalls()
    {
        var file = Path.Combine(Folder, "calls");
        if (!File.Exists(file)) return [];
        var calls = File.ReadAllLines(file).Where(line => !line.StartsWith("--", StringComparison.Ordinal)).Select(line => string.Join(' ', line.Split(' ').Take(2)).Replace(Folder, "", StringComparison.Ordinal)).ToArray();
        File.Delete(file);
        return calls;
    }

    /// <summary>A folder of the system's tools that the script may use, without dotnet and without those that are named.</summary>
    public string Tools(params string[] without)
    {
        var folder = Directory.CreateDirectory(Path.Combine(Folder, "tools")).FullName;
        string[] names = ["bash", "dirname", "readlink", "find", "sort", "cksum", "head", "tail", "grep", "cut", "cat", "xargs", "ls", "mkdir", "flock", "mv", "rm", "sleep", "tr", "sed", "chmod", "basename"];
        foreach (var name in names.Except(without))
        {
            if (Executables.Find(name) is { } tool) File.CreateSymbolicLink(Path.Combine(folder, name), tool);
        }

        return folder;
    }

    /// <summary>Writes a file, newer than anything before.</summary>
    public string Write(string name, string content) => _folder.Write(name, content);

    public void Dispose() => _folder.Dispose();

    public async Task<(int ExitCode, string Output, string Errors)> RunAsync(
        string[] arguments, string program = "repo/genie", string? workingFolder = null, IReadOnlyDictionary<string, string>? environment = null, params string[] prefix)
    {
        string[] command = [.. prefix, "bash", Path.Combine(Folder, program), .. arguments];
        var start = new ProcessStartInfo(command[0], command[1..])
        {
            WorkingDirectory = workingFolder ?? Folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["PATH"] = $"{Path.Combine(Folder, "sdk")}:/usr/bin:/bin";
        start.Environment["HOME"] = Folder;
        foreach (var name in (string[])["GENIE_PACKAGE_SOURCE", "NUGET_PACKAGES", "DOTNET_ROOT", "DOTNET_INSTALL_DIR", "CDPATH"]) start.Environment.Remove(name);
        foreach (var (name, value) in environment ?? new Dictionary<string, string>()) start.Environment[name] = value;
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();
        return (process.ExitCode, await output, await errors);
    }
}
