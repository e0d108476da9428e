namespace Genie.Datagrams.Zones.Orleans.Grains;

/// <summary>What all processes of a world must have the same.</summary>
[GenerateSerializer]
[Immutable]
internal readonly record struct WorldTerms
{
    /// <summary>The layout's fingerprint.</summary>
    [Id(0)]
    public Guid Layout { get; init; }

    [Id(1)]
    public TimeSpan LeaseTime { get; init; }

    public static WorldTerms Of(OrleansZonesOptions options) => new() { Layout = options.Layout.ComputeFingerprint(), LeaseTime = options.LeaseTime };
}
