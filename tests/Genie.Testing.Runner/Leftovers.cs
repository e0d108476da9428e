using System.Diagnostics;

namespace Genie.Testing.Runner;

/// <summary>
/// Sees that tests leave nothing behind: each test project has a temporary folder of its own, and all that it starts carries a variable by which it is
/// found (where there is <c>/proc</c>). What is left is ended and removed, and told.
/// </summary>
internal sealed class Leftovers : IDisposable
{
    private const string Variable = "GENIE_TEST_PROJECT";

    /// <summary>A server that was told to end may take so long.</summary>
    public static readonly TimeSpan DefaultGrace = TimeSpan.FromSeconds(10);

    // They serve further builds until they have been idle for long.
    private static readonly string[] BuildServers = ["VBCSCompiler", "MSBuild.dll"];

    // Short, as the paths of Unix sockets may have about a hundred characters; others may read it, as some servers run as users of their own.
    private readonly string _folder = Directory.CreateTempSubdirectory("gt-").FullName;

    private readonly TimeSpan _grace;

    /// <param name="grace">How long what is ending may take to end.</param>
    public Leftovers(TimeSpan grace)
    {
        _grace = grace;
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(_folder, (UnixFileMode)0b111_101_101);
    }

    /// <summary>Prepares the environment of a test project.</summary>
    public void Mark(IDictionary<string, string?> environment, string project)
    {
        environment[Variable] = ValueOf(project);

        // A .NET process that is killed leaves its diagnostic pipes in the temporary folder.
        environment["DOTNET_EnableDiagnostics"] = "0";
        if (!OperatingSystem.IsWindows()) environment["TMPDIR"] = Directory.CreateDirectory(FolderOf(project)).FullName;
    }

    /// <summary>Ends and removes what a test project left.</summary>
    /// <returns>The command lines of the processes, and the names of the files and folders in its temporary folder.</returns>
    public async Task<(IReadOnlyList<string> Processes, IReadOnlyList<string> Files)> EndAsync(string project)
    {
        List<string> processes = [];
        for (var watch = Stopwatch.StartNew(); watch.Elapsed < _grace && Find(project).Any(each => !IsBuildServer(each.Command)); await Task.Delay(200).ConfigureAwait(false))
        {
        }

        foreach (var (id, command) in Find(project))
        {
            if (!IsBuildServer(command)) processes.Add(command);
            End(id);
        }

        var folder = FolderOf(project);
        string[] files = Directory.Exists(folder) ? [.. Directory.EnumerateFileSystemEntries(folder).Select(entry => Path.GetFileName(entry)).Where(name => !IsOfTestPlatform(name))] : [];
        Remove(folder);
        return (processes, files);
    }

    public void Dispose() => Remove(_folder);

    private string FolderOf(string project) => Path.Combine(_folder, project.Replace("Genie.", "", StringComparison.Ordinal).Replace(".Tests", "", StringComparison.Ordinal));

    private string ValueOf(string project) => $"{project}@{_folder}";

    private static bool IsBuildServer(string command) => BuildServers.Any(name => command.Contains(name, StringComparison.Ordinal));

    // The test platform and the SDK keep some for as long as they live, or for the next run.
    private static bool IsOfTestPlatform(string name) =>
        name is "NuGetScratch" or "MSBuildTemp" or "MSBuildTemproot" or ".dotnet" or ".net" or "VBCSCompiler" || name.StartsWith("CoreFxPipe_", StringComparison.Ordinal);

    private IEnumerable<(int Id, string Command)> Find(string project)
    {
        if (!OperatingSystem.IsLinux()) yield break;
        var entry = $"{Variable}={ValueOf(project)}";
        foreach (var process in Directory.EnumerateDirectories("/proc").Where(folder => int.TryParse(Path.GetFileName(folder), out _)))
        {
            // An ended process whose parent has not asked for it has no environment any more.
            if (Read(Path.Combine(process, "environ")).Contains(entry)) yield return (int.Parse(Path.GetFileName(process), null), string.Join(' ', Read(Path.Combine(process, "cmdline"))));
        }
    }

    private static string[] Read(string file)
    {
        try
        {
            return File.ReadAllText(file).Split('\0', StringSplitOptions.RemoveEmptyEntries);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            // It ended meanwhile, or is another user's.
            return [];
        }
    }

    private static void End(int id)
    {
        try
        {
            using var process = Process.GetProcessById(id);
            process.Kill();
        }
        catch (Exception error) when (error is ArgumentException or InvalidOperationException or System.ComponentModel.Win32Exception)
        {
            // It ended by itself.
        }
    }

    private static void Remove(string folder)
    {
        try
        {
            Directory.Delete(folder, recursive: true);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            // Somebody still writes there; the system's own cleaning gets it.
        }
    }
}
