namespace Genie.Datagrams.Zones;

/// <summary>What a zone client has counted since it began.</summary>
public readonly record struct ZoneClientStatistics
{
    /// <summary>Messages that are not confirmed.</summary>
    public int Pending { get; init; }

    /// <summary>How often a message was sent again to a server.</summary>
    public long Resent { get; init; }

    /// <summary>How often a server has begun to serve the entity.</summary>
    public long Attachments { get; init; }
}
