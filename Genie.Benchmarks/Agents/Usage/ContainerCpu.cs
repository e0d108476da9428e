using System.Globalization;

namespace Genie.Benchmarks.Agents.Usage;

/// <summary>
/// The processors of a container that is limited to some of the machine's. Source: the kernel's Documentation/admin-guide/cgroup-v2.rst, <c>cpu.max</c> and <c>cpu.stat</c>.
/// </summary>
internal static class ContainerCpu
{
    private const string Folder = "/sys/fs/cgroup";
    private const string UsageLabel = "usage_usec ";
    private const double MicrosecondsPerSecond = 1e6;

    /// <summary>Processors that may be used, and the time used by now in seconds; null where there is no limit, or none that is told.</summary>
    public static (double Processors, double CpuSeconds)? Read()
    {
        try
        {
            return Parse(File.ReadAllText(Path.Combine(Folder, "cpu.max")), File.ReadLines(Path.Combine(Folder, "cpu.stat")));
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The same from the files.</summary>
    internal static (double Processors, double CpuSeconds)? Parse(string limit, IEnumerable<string> statistics)
    {
        var usage = statistics.FirstOrDefault(line => line.StartsWith(UsageLabel, StringComparison.Ordinal));
        return usage is not null && limit.Split(' ') is [var quota, var period] && double.TryParse(quota, CultureInfo.InvariantCulture, out var used)
            ? (used / double.Parse(period, CultureInfo.InvariantCulture), double.Parse(usage.AsSpan(UsageLabel.Length), CultureInfo.InvariantCulture) / MicrosecondsPerSecond) : null;
    }
}
