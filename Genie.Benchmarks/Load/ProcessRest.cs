using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Load;

/// <summary>What a process does between two rows, so that nothing of one but compiled code shows in the next.</summary>
internal static class ProcessRest
{
    /// <summary>Gives memory back: other processes measure meanwhile.</summary>
    public static void Begin() => GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);

    /// <summary>A row begins.</summary>
    public static void End() => ProcessStatus.ResetPeak();
}
