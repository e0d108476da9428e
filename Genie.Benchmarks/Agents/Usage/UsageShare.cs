using Genie.Benchmarks.Agents.Links;

namespace Genie.Benchmarks.Agents.Usage;

/// <summary>What a machine did between two readings.</summary>
/// <param name="Cpu">The share of its processors that was used, or of those that its container may use, whichever is more; null where that is not told.</param>
/// <param name="ReceivedPerSecond">Bytes a second that came; null where that is not told.</param>
/// <param name="SentPerSecond">Bytes a second that went.</param>
internal readonly record struct UsageShare(double? Cpu, double? ReceivedPerSecond, double? SentPerSecond)
{
    /// <summary>Compares two readings of one machine.</summary>
    public static UsageShare Between(UsageReading before, UsageReading after)
    {
        var seconds = after.Seconds - before.Seconds;
        if (seconds <= 0) return default;
        double? machine = after.Ticks > before.Ticks ? 1 - ((double)(after.IdleTicks - before.IdleTicks) / (after.Ticks - before.Ticks)) : null;
        var container = (after.ContainerCpuSeconds - before.ContainerCpuSeconds) / seconds / after.ContainerProcessors;
        var cpu = machine is { } one && container is { } other ? Math.Max(one, other) : machine ?? container;
        return new UsageShare(cpu, (after.ReceivedBytes - before.ReceivedBytes) / seconds, (after.SentBytes - before.SentBytes) / seconds);
    }
}
