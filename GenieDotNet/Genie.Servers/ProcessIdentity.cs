using System.Diagnostics;
using System.Globalization;

namespace Genie.Servers;

/// <summary>
/// Which process a server is, so that it can be distinguished years later from another one that was given the same id: the id, and
/// when the process started. The server's own process writes it to <c>server.process</c> before it becomes the server, so
/// that it is there even if the program that started it crashed a moment later.
/// </summary>
/// <param name="ProcessId">The operating system's id.</param>
/// <param name="Started">What <c>/proc/ID/stat</c> says, with the id of this boot; elsewhere what <c>ps</c> says.</param>
/// <param name="StopSignal">The signal that shuts it down gracefully.</param>
public sealed record ProcessIdentity(int ProcessId, string Started, int StopSignal)
{
    private const string FileName = "server.process";
    private const string BootIdFile = "/proc/sys/kernel/random/boot_id";
    private const int StartTimeField = 22;

    // $0 is the log, $1 the signal that ends the server. The shell writes its identity down, opens the log and becomes the server (exec), so the id stays the
    // same, and the log goes on when this program has ended. In a session of its own (setsid) the server does not get the
    // interrupt that is meant for this program.
    private const string Script =
        """
        if [ -r /proc/$$/stat ]; then started="$(cat /proc/sys/kernel/random/boot_id) $(cut -d' ' -f22 /proc/$$/stat)"; else started=$(ps -o lstart= -p $$); fi
        printf '%s\n' "$$" "$started" "$1" >server.process
        shift
        exec $(command -v setsid) "$@" >>"$0" 2>&1 </dev/null
        """;

    /// <summary>True if the process runs.</summary>
    public bool IsAlive => ReadStart(ProcessId) == Started;

    /// <summary>The server whose folder this is, or null where none was started or it was shut down.</summary>
    public static ProcessIdentity? Read(string folder)
    {
        var file = Path.Combine(folder, FileName);
        return File.Exists(file) && File.ReadAllLines(file) is [var id, var started, var signal, ..]
            && int.TryParse(id, NumberStyles.None, CultureInfo.InvariantCulture, out var processId)
            && int.TryParse(signal, NumberStyles.None, CultureInfo.InvariantCulture, out var stopSignal)
            ? new ProcessIdentity(processId, started.Trim(), stopSignal) : null;
    }

    /// <summary>Removes what was written down about a process that has ended.</summary>
    public static void Remove(string folder) => File.Delete(Path.Combine(folder, FileName));

    /// <summary>Arguments of <c>/bin/sh</c> before the log's name, the stop signal and the command.</summary>
    internal static IReadOnlyList<string> ShellArguments => ["-c", Script];

    private static string? ReadStart(int processId)
    {
        if (!File.Exists(BootIdFile)) return ReadStartFromPs(processId);
        try
        {
            // The name in parentheses may hold spaces; what follows the last parenthesis begins with field 3.
            var stat = File.ReadAllText($"/proc/{processId}/stat");
            var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
            return fields[0] is "Z" or "X" ? null : $"{File.ReadAllText(BootIdFile).Trim()} {fields[StartTimeField - 3]}";
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string? ReadStartFromPs(int processId)
    {
        using var ps = Process.Start(new ProcessStartInfo("ps", ["-o", "lstart=", "-p", $"{processId}"]) { RedirectStandardOutput = true });
        return ps?.StandardOutput.ReadToEnd().Trim() is { Length: > 0 } started ? started : null;
    }
}
