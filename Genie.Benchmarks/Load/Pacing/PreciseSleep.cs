using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Genie.Benchmarks.Load.Pacing;

/// <summary>
/// Sleeps until a timestamp to within some microseconds without spinning. Timers of .NET tick in milliseconds, and the
/// kernel may add 50 us to any sleep so as to wake threads together (its "timer slack"); this thread declines that.
/// </summary>
internal static partial class PreciseSleep
{
    private const int SetTimerSlack = 29;
    private const int Monotonic = 1;
    private const int Absolute = 1;
    private const long NanosecondsPerSecond = 1_000_000_000;

    // On Linux the stopwatch is the monotonic clock itself, so that a timestamp can be slept until as it is.
    private static readonly bool CanSleepUntilTimestamp = OperatingSystem.IsLinux() && Stopwatch.Frequency == NanosecondsPerSecond;

    /// <summary>Prepares the calling thread, which must be the caller's own, for precise sleeps.</summary>
    public static void PrepareThread()
    {
        if (CanSleepUntilTimestamp) _ = ProcessControl(SetTimerSlack, 1, 0, 0, 0);
    }

    /// <summary>Blocks the calling thread until <see cref="Stopwatch.GetTimestamp"/> reaches <paramref name="timestamp"/>.</summary>
    public static void Until(long timestamp)
    {
        if (CanSleepUntilTimestamp)
        {
            var time = new TimeSpecification((nint)(timestamp / NanosecondsPerSecond), (nint)(timestamp % NanosecondsPerSecond));

            // A signal can end the sleep early; the time is absolute, so going on needs no arithmetic.
            while (ClockSleep(Monotonic, Absolute, time, 0) != 0 && Stopwatch.GetTimestamp() < timestamp)
            {
            }

            return;
        }

        while (Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), timestamp) is { Ticks: > 0 } left)
            Thread.Sleep(left.TotalMilliseconds > 2 ? (int)left.TotalMilliseconds - 1 : 0);
    }

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int ProcessControl(int option, nuint value, nuint unused3, nuint unused4, nuint unused5);

    [LibraryImport("libc", EntryPoint = "clock_nanosleep")]
    private static partial int ClockSleep(int clock, int flags, in TimeSpecification until, nint unused);

    private readonly record struct TimeSpecification(nint Seconds, nint Nanoseconds);
}
