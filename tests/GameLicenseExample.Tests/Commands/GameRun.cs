using System.CommandLine;
using GameLicenseExample.Commands;

namespace GameLicenseExample.Tests.Commands;

/// <summary>The program's command line within this process; a server that it starts is a process all the same.</summary>
internal static class GameRun
{
    // A safety net only: the machine may be slow and shared.
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(3);

    /// <summary>Runs a command to its end.</summary>
    public static async Task<(int ExitCode, string[] Lines, string Error)> RunAsync(params string[] arguments)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        var console = new InvocationConfiguration { Output = TextWriter.Synchronized(output), Error = TextWriter.Synchronized(error), ProcessTerminationTimeout = null };
        var exitCode = await Task.Run(() => GameCommandLine.RunAsync(arguments, console)).WaitAsync(Timeout);
        return (exitCode, output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries), error.ToString());
    }
}
