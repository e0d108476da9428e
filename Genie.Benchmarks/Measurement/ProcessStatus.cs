using System.Diagnostics;
using System.Globalization;

namespace Genie.Benchmarks.Measurement;

/// <summary>What Linux tells about this process in <c>/proc/self/status</c> and .NET does not.</summary>
internal static class ProcessStatus
{
    /// <summary>Resident memory that is backed by no file, so shared with nobody, in bytes; elsewhere than on Linux all private memory.</summary>
    public static long PrivateBytes()
    {
        if (Read("RssAnon:") is { } anonymous) return anonymous;
        using var process = Process.GetCurrentProcess();
        return process.PrivateMemorySize64;
    }

    /// <summary>The most memory that was resident at once, in bytes.</summary>
    public static long PeakBytes()
    {
        // .NET knows the peak on Windows and macOS only.
        if (Read("VmHWM:") is { } peak) return peak;
        using var process = Process.GetCurrentProcess();
        return Math.Max(process.PeakWorkingSet64, process.WorkingSet64);
    }

    /// <summary>Lets <see cref="PeakBytes"/> count from now on; where the system does not allow it, it counts from the process's start.</summary>
    public static void ResetPeak()
    {
        if (!OperatingSystem.IsLinux()) return;
        try
        {
            // proc(5): 5 resets the peak resident set size.
            File.WriteAllText("/proc/self/clear_refs", "5");
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            // A container may keep /proc read-only.
        }
    }

    /// <summary>A figure of the status in bytes, or null where the text has none.</summary>
    internal static long? Parse(IEnumerable<string> lines, string label)
    {
        var line = lines.FirstOrDefault(l => l.StartsWith(label, StringComparison.Ordinal));
        if (line is null) return null;
        var kibibytes = line.AsSpan(label.Length).Trim();
        kibibytes = kibibytes[..kibibytes.IndexOf(' ')];
        return long.Parse(kibibytes, CultureInfo.InvariantCulture) * 1024;
    }

    private static long? Read(string label) => OperatingSystem.IsLinux() ? Parse(File.ReadLines("/proc/self/status"), label) : null;
}
