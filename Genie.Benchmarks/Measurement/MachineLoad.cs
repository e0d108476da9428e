using System.Globalization;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Measurement;

/// <summary>Watches the machine while something is measured on it.</summary>
internal sealed class MachineLoad(TimeProvider clock)
{
    private const double KilohertzPerMegahertz = 1000;
    private const string FrequencyFile = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq";

    private readonly ProcessorTimes? _before = ProcessorTimes.Read();
    private readonly DateTimeOffset _timeBefore = clock.GetUtcNow();
    private readonly long _timestampBefore = clock.GetTimestamp();

    /// <summary>What it did since then; null elsewhere than on Linux, or where no time has passed.</summary>
    public MachineLoadFigures? End()
    {
        if (_before is not { } before || ProcessorTimes.Read() is not { } after || after.Total <= before.Total) return null;
        double total = after.Total - before.Total;
        return new MachineLoadFigures
        {
            BusyShare = 1 - ((after.Idle - before.Idle) / total),
            StealShare = (after.Stolen - before.Stolen) / total,
            LoadAverage = double.Parse(File.ReadAllText("/proc/loadavg").Split(' ')[0], CultureInfo.InvariantCulture),
            ClockStepMilliseconds = Math.Round((clock.GetUtcNow() - _timeBefore - clock.GetElapsedTime(_timestampBefore)).TotalMilliseconds),
            FrequencyMegahertz = Frequency(),
        };
    }

    private static double? Frequency()
    {
        if (File.Exists(FrequencyFile) && double.TryParse(File.ReadAllText(FrequencyFile), CultureInfo.InvariantCulture, out var kilohertz)) return kilohertz / KilohertzPerMegahertz;

        // A virtual machine shows none there, and a nominal one here.
        var line = File.ReadLines("/proc/cpuinfo").FirstOrDefault(each => each.StartsWith("cpu MHz", StringComparison.Ordinal));
        return line is not null && double.TryParse(line.AsSpan(line.IndexOf(':', StringComparison.Ordinal) + 1), CultureInfo.InvariantCulture, out var megahertz) ? megahertz : null;
    }
}
