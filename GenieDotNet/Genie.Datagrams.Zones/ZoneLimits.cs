namespace Genie.Datagrams.Zones;

/// <summary>What zones carry at most. Part of the wire format: the same at all sides.</summary>
public static class ZoneLimits
{
    /// <summary>The largest message, bytes.</summary>
    public const int MaxMessageBytes = 16 * 1_024;

    /// <summary>The largest state of an entity, bytes.</summary>
    public const int MaxStateBytes = 256 * 1_024;

    /// <summary>Messages of an entity to its client that wait to be acknowledged, at most.</summary>
    public const int MaxOutboxMessages = 1_024;

    /// <summary>The same, bytes.</summary>
    public const int MaxOutboxBytes = 512 * 1_024;

    /// <summary>The most zones that a client is told of at once.</summary>
    public const int MaxNearbyZones = 64;

    /// <summary>The most servers that one answer names beside the zones' owners.</summary>
    internal const int MaxServersNamed = 4;

    /// <summary>The highest number of messages, versions and epochs: what a packet's range can be told in.</summary>
    internal const long MaxNumber = 1L << 48;

    /// <summary>An entity with all of that, and what is around it.</summary>
    internal const int MaxPayloadBytes = (1 << 20) - 1_024;
}
