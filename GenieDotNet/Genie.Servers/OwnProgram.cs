using System.Diagnostics;
using System.Reflection;

namespace Genie.Servers;

/// <summary>Starts a program once more, by whichever way its user started it: its own executable, an installed tool's command, or <c>dotnet</c>.</summary>
public static class OwnProgram
{
    private const string Dotnet = "dotnet";

    /// <summary>How to start the program of an assembly.</summary>
    /// <param name="program">The program's assembly.</param>
    /// <param name="arguments">Its arguments.</param>
    public static ProcessStartInfo StartInfo(Assembly program, params IEnumerable<string> arguments) =>
        StartInfo(program.Location, program == Assembly.GetEntryAssembly() ? Environment.ProcessPath : null, arguments);

    /// <summary>The same from paths.</summary>
    /// <param name="library">The program's assembly.</param>
    /// <param name="running">What this process was started as; null where it is another program, which only uses that assembly.</param>
    /// <param name="arguments">The program's arguments.</param>
    internal static ProcessStartInfo StartInfo(string library, string? running, IEnumerable<string> arguments)
    {
        var executable = Path.ChangeExtension(library, OperatingSystem.IsWindows() ? ".exe" : null);
        if (File.Exists(executable)) return new ProcessStartInfo(executable, arguments);

        // A tool's executable lies in another folder, has the command's name, and knows its assembly by itself.
        return running is null || Path.GetFileNameWithoutExtension(running).Equals(Dotnet, StringComparison.OrdinalIgnoreCase)
            ? new ProcessStartInfo(running ?? Dotnet, arguments.Prepend(library))
            : new ProcessStartInfo(running, arguments);
    }
}
