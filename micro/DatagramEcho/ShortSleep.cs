using System.Runtime.InteropServices;

namespace DatagramEcho;

/// <summary>Waits for less than a millisecond, which .NET's own waits round up to. Linux.</summary>
internal static partial class ShortSleep
{
    public static void For(TimeSpan time) => _ = SleepMicroseconds((uint)time.TotalMicroseconds);

    [LibraryImport("libc", EntryPoint = "usleep")]
    private static partial int SleepMicroseconds(uint microseconds);
}
