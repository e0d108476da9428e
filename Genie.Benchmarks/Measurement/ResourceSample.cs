using System.Diagnostics;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Measurement;

/// <summary>Reads what this process holds right now.</summary>
internal static class ResourceSample
{
    private const double BytesPerMebibyte = 1 << 20;

    /// <summary>Resident memory, managed heap, and open handles (on Unix file descriptors).</summary>
    public static ResourcePoint Now()
    {
        using var process = Process.GetCurrentProcess();
        return new ResourcePoint(
            Math.Round(process.WorkingSet64 / BytesPerMebibyte, 1), Math.Round(GC.GetTotalMemory(forceFullCollection: false) / BytesPerMebibyte, 1), process.HandleCount);
    }
}
