using System.Runtime.InteropServices;

namespace Genie.Relay.Workers;

/// <summary>Signals to processes. Source: kill(2).</summary>
internal static partial class PosixSignals
{
    /// <summary>Asks a process to end.</summary>
    public const int Terminate = 15;

    /// <summary>Ends it at once.</summary>
    public const int Kill = 9;

    /// <summary>Sends a signal to a process; a negative id: to its group.</summary>
    public static void Send(int processId, int signal) => _ = SendSignal(processId, signal);

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int SendSignal(int processId, int signal);
}
