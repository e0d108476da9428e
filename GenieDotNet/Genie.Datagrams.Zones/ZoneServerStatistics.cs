namespace Genie.Datagrams.Zones;

/// <summary>What a zone server has counted since it began.</summary>
public readonly record struct ZoneServerStatistics
{
    /// <summary>Entities that are served now.</summary>
    public int Entities { get; init; }

    /// <summary>Zones that are owned now.</summary>
    public int Zones { get; init; }

    /// <summary>Zones that nobody owned, or whose owner was dead, and that this server took.</summary>
    public long ZonesAcquired { get; init; }

    /// <summary>Entities that went to other servers.</summary>
    public long HandedOver { get; init; }

    /// <summary>Entities that came from other servers.</summary>
    public long TakenOver { get; init; }

    /// <summary>Entities that another server has made its own while they were here.</summary>
    public long Fenced { get; init; }

    /// <summary>Messages that had been handled already.</summary>
    public long Duplicates { get; init; }

    /// <summary>Messages, requests and transfers that were not this server's to take.</summary>
    public long Refused { get; init; }
}
