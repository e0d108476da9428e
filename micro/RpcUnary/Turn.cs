using System.Diagnostics;

namespace RpcUnary;

/// <summary>What one turn of a library cost, both sides together, a call.</summary>
internal readonly record struct Turn(double Microseconds, double CpuMicroseconds, double AllocatedBytes)
{
    /// <summary>Makes calls by as many callers at a time, each one after the other.</summary>
    public static async Task<Turn> RunAsync(ICallPair pair, int callers, int calls)
    {
        GC.Collect();
        using var process = Process.GetCurrentProcess();
        var (cpu, allocated, start) = (process.TotalProcessorTime, GC.GetTotalAllocatedBytes(precise: true), Stopwatch.GetTimestamp());
        var each = Math.Max(1, calls / callers);
        await Task.WhenAll(Enumerable.Range(0, callers).Select(caller => Task.Run(async () =>
        {
            for (var i = 0; i < each; i++) await pair.CallAsync(caller);
        })));
        var (elapsed, made) = (Stopwatch.GetElapsedTime(start), (double)each * callers);
        process.Refresh();
        return new Turn(elapsed.TotalMicroseconds / made, (process.TotalProcessorTime - cpu).TotalMicroseconds / made, (GC.GetTotalAllocatedBytes(precise: true) - allocated) / made);
    }
}
