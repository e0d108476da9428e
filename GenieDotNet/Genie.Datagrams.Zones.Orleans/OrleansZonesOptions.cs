namespace Genie.Datagrams.Zones.Orleans;

/// <summary>A world in a cluster. The same in all processes: grains compare, and refuse who has it otherwise.</summary>
public sealed class OrleansZonesOptions
{
    /// <summary>The zones. Their cells are the same for the life of a world.</summary>
    public ZoneLayout Layout { get; set; } = null!;

    /// <summary>
    /// See <see cref="IZoneDirectory.LeaseTime"/>. It is also how long the directory's grain may take to answer. A lease that is longer than the cluster takes to miss a silo
    /// lives through the death of that which has the grain.
    /// </summary>
    public TimeSpan LeaseTime { get; set; } = TimeSpan.FromSeconds(1.5);

    /// <summary>How long an entity's grain may take to answer, with all attempts to reach it.</summary>
    public TimeSpan EntityTimeout { get; set; } = TimeSpan.FromSeconds(5);

    /// <summary>The clock of leases.</summary>
    public TimeProvider Time { get; set; } = TimeProvider.System;
}
