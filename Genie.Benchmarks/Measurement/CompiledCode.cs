using System.Runtime;

namespace Genie.Benchmarks.Measurement;

/// <summary>What the runtime has compiled in this process since it started, in whatever tier.</summary>
internal static class CompiledCode
{
    /// <summary>Methods.</summary>
    public static long Methods => JitInfo.GetCompiledMethodCount(currentThread: false);

    /// <summary>The time that it took, on all threads.</summary>
    public static TimeSpan Time => JitInfo.GetCompilationTime(currentThread: false);
}
