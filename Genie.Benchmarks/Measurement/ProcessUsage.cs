namespace Genie.Benchmarks.Measurement;

/// <summary>What this process has used since it started; the difference of two is what a run used.</summary>
/// <param name="CpuSeconds">User and kernel time of all threads.</param>
/// <param name="AllocatedBytes">Bytes allocated on the managed heap.</param>
/// <param name="GcPauseMilliseconds">Time during which the collector stopped every thread.</param>
/// <param name="PeakRssBytes">The most memory that was resident at once; not a difference but a maximum.</param>
/// <param name="CompiledMethods">Methods that the runtime compiled, in whatever tier.</param>
/// <param name="CompileMilliseconds">The time that took, on all threads.</param>
internal readonly record struct ProcessUsage(
    double CpuSeconds, long AllocatedBytes, double GcPauseMilliseconds, long PeakRssBytes, long CompiledMethods = 0, double CompileMilliseconds = 0)
{
    /// <summary>Reads the figures of this process.</summary>
    public static ProcessUsage Now() => new(
        Environment.CpuUsage.TotalTime.TotalSeconds,
        GC.GetTotalAllocatedBytes(precise: true),
        GC.GetTotalPauseDuration().TotalMilliseconds,
        ProcessStatus.PeakBytes(),
        CompiledCode.Methods,
        CompiledCode.Time.TotalMilliseconds);

    /// <summary>What was used since an earlier reading.</summary>
    public ProcessUsage Since(ProcessUsage earlier) => new(
        CpuSeconds - earlier.CpuSeconds,
        AllocatedBytes - earlier.AllocatedBytes,
        GcPauseMilliseconds - earlier.GcPauseMilliseconds,
        PeakRssBytes,
        CompiledMethods - earlier.CompiledMethods,
        CompileMilliseconds - earlier.CompileMilliseconds);
}
