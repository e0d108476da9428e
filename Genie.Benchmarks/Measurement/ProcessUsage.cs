using System.Diagnostics;
using System.Globalization;

namespace Genie.Benchmarks.Measurement;

/// <summary>What this process has used since it started; the difference of two is what a run used.</summary>
/// <param name="CpuSeconds">User and kernel time of all threads.</param>
/// <param name="AllocatedBytes">Bytes allocated on the managed heap.</param>
/// <param name="GcPauseMilliseconds">Time during which the collector stopped every thread.</param>
/// <param name="PeakRssBytes">The most memory that was resident at once; not a difference but a maximum.</param>
internal readonly record struct ProcessUsage(double CpuSeconds, long AllocatedBytes, double GcPauseMilliseconds, long PeakRssBytes)
{
    private const string PeakLabel = "VmHWM:";

    /// <summary>Reads the figures of this process.</summary>
    public static ProcessUsage Now() => new(
        Environment.CpuUsage.TotalTime.TotalSeconds,
        GC.GetTotalAllocatedBytes(precise: true),
        GC.GetTotalPauseDuration().TotalMilliseconds,
        PeakRss());

    /// <summary>What was used since an earlier reading.</summary>
    public ProcessUsage Since(ProcessUsage earlier) => new(
        CpuSeconds - earlier.CpuSeconds,
        AllocatedBytes - earlier.AllocatedBytes,
        GcPauseMilliseconds - earlier.GcPauseMilliseconds,
        PeakRssBytes);

    /// <summary>The peak of <c>/proc/self/status</c> in bytes, or null where the text has none.</summary>
    internal static long? ParsePeak(IEnumerable<string> statusLines)
    {
        var line = statusLines.FirstOrDefault(l => l.StartsWith(PeakLabel, StringComparison.Ordinal));
        if (line is null) return null;
        var kibibytes = line.AsSpan(PeakLabel.Length).Trim();
        kibibytes = kibibytes[..kibibytes.IndexOf(' ')];
        return long.Parse(kibibytes, CultureInfo.InvariantCulture) * 1024;
    }

    private static long PeakRss()
    {
        // .NET knows the peak on Windows and macOS only; Linux tells it here.
        if (OperatingSystem.IsLinux() && ParsePeak(File.ReadLines("/proc/self/status")) is { } peak) return peak;
        using var process = Process.GetCurrentProcess();
        return Math.Max(process.PeakWorkingSet64, process.WorkingSet64);
    }
}
