namespace Genie.Benchmarks.Agents.Links;

/// <summary>What a machine has done since it started; the difference of two is what it did meanwhile.</summary>
internal sealed record UsageReading
{
    /// <summary>When, on the monotonic clock, in seconds.</summary>
    public double Seconds { get; set; }

    /// <summary>Ticks of all processors; 0 where that is not told.</summary>
    public long Ticks { get; set; }

    /// <summary>Of these, with nothing to do.</summary>
    public long IdleTicks { get; set; }

    /// <summary>Processor time of the container, in seconds; null outside of one that is limited.</summary>
    public double? ContainerCpuSeconds { get; set; }

    /// <summary>Processors that the container may use; null likewise.</summary>
    public double? ContainerProcessors { get; set; }

    /// <summary>Bytes that came, over all of the machine's networks; null where that is not told.</summary>
    public long? ReceivedBytes { get; set; }

    /// <summary>Bytes that went.</summary>
    public long? SentBytes { get; set; }
}
