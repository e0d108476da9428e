using System.ComponentModel;
using System.Runtime.InteropServices;

namespace DatagramEcho;

/// <summary>
/// Lets the calling thread run where nobody else wants to (setpriority(2), which on Linux is a thread's own): attackers have machines of their own, and what they compute is no cost of whom they
/// attack. What the system does with their datagrams on the way is still theirs.
/// </summary>
internal static partial class LowestPriority
{
    private const int Process = 0;
    private const uint CallingThread = 0;
    private const int Lowest = 19;

    /// <summary>For good: the thread is one of its own.</summary>
    public static void Take()
    {
        if (SetPriority(Process, CallingThread, Lowest) != 0) throw new Win32Exception(Marshal.GetLastPInvokeError());
    }

    [LibraryImport("libc", EntryPoint = "setpriority", SetLastError = true)]
    private static partial int SetPriority(int which, uint who, int priority);
}
