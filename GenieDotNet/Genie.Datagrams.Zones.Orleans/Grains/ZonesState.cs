namespace Genie.Datagrams.Zones.Orleans.Grains;

/// <summary>What is kept of a directory.</summary>
[Alias("genie.zones.directory.state")]
[GenerateSerializer]
internal sealed class ZonesState
{
    /// <summary>The layout's fingerprint.</summary>
    [Id(0)]
    public Guid Layout { get; set; }

    /// <summary>A <see cref="Wire.DirectorySnapshot"/>.</summary>
    [Id(1)]
    public byte[] Snapshot { get; set; } = [];
}
