using System.Runtime.InteropServices;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Measurement;

/// <summary>Describes the machine that measures.</summary>
internal static class MachineReader
{
    private const long BytesPerMebibyte = 1 << 20;

    /// <summary>Reads the facts; what cannot be known is empty.</summary>
    public static MachineFacts Read() => new()
    {
        Cores = Environment.ProcessorCount,
        Cpu = ValueOf("/proc/cpuinfo", "model name", ':'),
        MemoryMebibytes = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / BytesPerMebibyte,
        Os = ValueOf("/etc/os-release", "PRETTY_NAME", '=').Trim('"') is { Length: > 0 } name ? name : RuntimeInformation.OSDescription,
        Runtime = RuntimeInformation.FrameworkDescription,
    };

    private static string ValueOf(string file, string key, char separator)
    {
        if (!File.Exists(file)) return "";
        var line = File.ReadLines(file).FirstOrDefault(l => l.StartsWith(key, StringComparison.Ordinal));
        return line is null ? "" : line[(line.IndexOf(separator, StringComparison.Ordinal) + 1)..].Trim();
    }
}
