using Genie.Benchmarks.Agents.Links;
using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Agents.Usage;

/// <summary>Reads what this machine has done.</summary>
internal static class UsageMeter
{
    /// <summary>Reads it.</summary>
    public static UsageReading Read()
    {
        var (times, network, container) = (ProcessorTimes.Read(), NetworkBytes.Read(), ContainerCpu.Read());
        return new UsageReading
        {
            Seconds = ClockReading.Now().MonotonicNanoseconds / 1e9,
            Ticks = times?.Total ?? 0,
            IdleTicks = times?.Idle ?? 0,
            ContainerCpuSeconds = container?.CpuSeconds,
            ContainerProcessors = container?.Processors,
            ReceivedBytes = network?.Received,
            SentBytes = network?.Sent,
        };
    }
}
