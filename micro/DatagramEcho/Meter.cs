using System.Diagnostics;

namespace DatagramEcho;

/// <summary>What messages have taken.</summary>
/// <param name="CpuMicroseconds">Processor time of the whole process for each message.</param>
/// <param name="PerSecond">Messages a second.</param>
/// <param name="AllocatedBytes">Managed memory that all threads have allocated for each message. What native code allocates is not seen.</param>
/// <param name="Extra">What the kind of measurement has besides.</param>
internal readonly record struct Measured(double CpuMicroseconds, double PerSecond, double AllocatedBytes, double Extra);

/// <summary>Processor time, time and memory from its start on.</summary>
internal sealed class Meter : IDisposable
{
    private readonly Process _process = Process.GetCurrentProcess();
    private readonly long _allocatedBytes = GC.GetTotalAllocatedBytes(precise: true);
    private readonly TimeSpan _processorTime;
    private readonly long _startedAt;

    public Meter()
    {
        _processorTime = _process.TotalProcessorTime;
        _startedAt = Stopwatch.GetTimestamp();
    }

    public TimeSpan Elapsed => Stopwatch.GetElapsedTime(_startedAt);

    public Measured Stop(long messages, double extra)
    {
        var seconds = Elapsed.TotalSeconds;
        _process.Refresh();
        var processorTime = _process.TotalProcessorTime - _processorTime;
        return new Measured(processorTime.TotalMicroseconds / messages, messages / seconds, (GC.GetTotalAllocatedBytes(precise: true) - _allocatedBytes) / (double)messages, extra);
    }

    public void Dispose() => _process.Dispose();
}
