using System.Runtime.CompilerServices;
using Genie.Servers.Finding;

namespace Genie.Servers.Tests.Finding;

/// <summary>Keeps the tests' servers apart from the user's: all of this process goes into a folder of its own.</summary>
internal static class PrivateState
{
    [ModuleInitializer]
    internal static void Set()
    {
        var folder = Directory.CreateTempSubdirectory("genie-test-state-").FullName;

        // PostgreSQL's own user passes through.
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(folder, File.GetUnixFileMode(folder) | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute);
        Environment.SetEnvironmentVariable("GENIE_STATE", folder);
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Remove(folder);
    }

    /// <summary>A system of the catalogue under another name and standard port, so that tests meet neither each other nor the user's server.</summary>
    public static ServerSystem Alone(string name, [CallerMemberName] string test = "") =>
        ServerCatalogue.Get(name) with { Name = $"{name}-{test.ToLowerInvariant()}", StandardPort = Ports.PickFree() };

    // Whoever stops the last server in it may be removing it, too.
    private static void Remove(string folder)
    {
        try
        {
            Directory.Delete(folder, recursive: true);
        }
        catch (DirectoryNotFoundException)
        {
            // It is gone.
        }
    }
}
