namespace Genie.Datagrams.Zones.Orleans.Grains;

/// <summary>What is kept of an entity.</summary>
[Alias("genie.zones.entity.state")]
[GenerateSerializer]
internal sealed class EntityState
{
    /// <summary>The record's; 0 while there is none.</summary>
    [Id(0)]
    public long Version { get; set; }

    /// <summary>The save that has made it.</summary>
    [Id(1)]
    public Guid Save { get; set; }

    /// <summary>An <see cref="EntityRecord"/>.</summary>
    [Id(2)]
    public byte[] Record { get; set; } = [];
}
