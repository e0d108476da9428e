using System.Globalization;

namespace Genie.Benchmarks.Measurement;

/// <summary>What all processors together have done since the machine started, in ticks of the kernel. Source: proc_stat(5), the line <c>cpu</c>.</summary>
/// <param name="Total">All of it.</param>
/// <param name="Idle">Of it, with nothing to do, waiting for disks included.</param>
/// <param name="Stolen">Of it, taken by the hypervisor for other machines.</param>
internal readonly record struct ProcessorTimes(long Total, long Idle, long Stolen)
{
    private const string Label = "cpu ";
    private const int IdleField = 3;
    private const int WaitField = 4;
    private const int StealField = 7;

    /// <summary>Reads them; null elsewhere than on Linux.</summary>
    public static ProcessorTimes? Read() => OperatingSystem.IsLinux() ? Parse(File.ReadLines("/proc/stat")) : null;

    /// <summary>Reads them from the file's lines; null where there is no such line.</summary>
    internal static ProcessorTimes? Parse(IEnumerable<string> lines)
    {
        if (lines.FirstOrDefault(line => line.StartsWith(Label, StringComparison.Ordinal)) is not { } line) return null;
        var fields = line[Label.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(field => long.Parse(field, CultureInfo.InvariantCulture)).ToArray();
        if (fields.Length <= StealField) return null;

        // What guests used stands in the first two fields already.
        return new ProcessorTimes(fields.Take(StealField + 1).Sum(), fields[IdleField] + fields[WaitField], fields[StealField]);
    }
}
