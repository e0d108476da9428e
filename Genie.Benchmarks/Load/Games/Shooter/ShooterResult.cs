namespace Genie.Benchmarks.Load.Games.Shooter;

/// <summary>How a game went.</summary>
internal sealed record ShooterResult
{
    /// <summary>Ships that played.</summary>
    public required int Ships { get; init; }

    /// <summary>How long they fired, seconds.</summary>
    public required double Seconds { get; init; }

    /// <summary>Reliable messages of all ships: shots and hits.</summary>
    public required long Sent { get; init; }

    /// <summary>Those of them that the store does not have.</summary>
    public required long Lost { get; init; }

    /// <summary>Those that it counted more than once.</summary>
    public required long Doubled { get; init; }

    /// <summary>Messages, in both directions, that did not come after the one before.</summary>
    public required long Disorder { get; init; }

    /// <summary>How often a ship was destroyed, as the store has it.</summary>
    public required long Destroyed { get; init; }

    /// <summary>How often ships were told so.</summary>
    public required long DestroyedTold { get; init; }

    /// <summary>Ships that a server gave to another one.</summary>
    public required long HandedOver { get; init; }

    /// <summary>Reliable messages that were sent to a further server, as the one before had not confirmed them.</summary>
    public required long Resent { get; init; }

    /// <summary>How often each ship has told where it is, a second: less than was asked for if the machine was too busy.</summary>
    public required double MovesPerSecond { get; init; }

    /// <summary>What was published and reached the viewer, a second.</summary>
    public required double SeenPerSecond { get; init; }

    /// <summary>What became of each server that was killed.</summary>
    public required IReadOnlyList<ShooterTakeover> Takeovers { get; init; }

    /// <summary>True if every reliable message counted once, and in order.</summary>
    public bool Held => Lost == 0 && Doubled == 0 && Disorder == 0 && Destroyed == DestroyedTold && Takeovers.All(static takeover => takeover.IsComplete);
}

/// <summary>A server was killed.</summary>
/// <param name="Server">Its name.</param>
/// <param name="ZonesSeconds">After how long its zones had other owners; null: not while the game went on.</param>
/// <param name="ShipsSeconds">After how long others served the last of its ships; null: not while the game went on.</param>
internal sealed record ShooterTakeover(string Server, double? ZonesSeconds, double? ShipsSeconds)
{
    /// <summary>True if nothing is left without a server.</summary>
    public bool IsComplete => ZonesSeconds is not null && ShipsSeconds is not null;
}

/// <summary>How a game stands, for who looks on.</summary>
/// <param name="Servers">All servers, also those that were killed a moment ago.</param>
/// <param name="Zones">Who owns each zone.</param>
/// <param name="Ships">Ships.</param>
/// <param name="Unserved">Those of them that no server serves at the moment.</param>
/// <param name="Sent">Reliable messages sent.</param>
/// <param name="Confirmed">Those that are in the store.</param>
/// <param name="Resent">See <see cref="ShooterResult.Resent"/>.</param>
/// <param name="HandedOver">See <see cref="ShooterResult.HandedOver"/>.</param>
/// <param name="Takeovers">See <see cref="ShooterResult.Takeovers"/>.</param>
internal sealed record ShooterStatus(
    IReadOnlyList<ShooterStatus.ServerStatus> Servers,
    IReadOnlyList<ShooterStatus.ZoneStatus> Zones,
    int Ships,
    int Unserved,
    long Sent,
    long Confirmed,
    long Resent,
    long HandedOver,
    IReadOnlyList<ShooterTakeover> Takeovers)
{
    /// <summary>A server.</summary>
    /// <param name="Name">Its name.</param>
    /// <param name="IsAlive">False once it was killed.</param>
    /// <param name="Clients">Clients that it serves: ships, and who looks on.</param>
    /// <param name="Zones">Zones that it owns.</param>
    internal sealed record ServerStatus(string Name, bool IsAlive, int Clients, int Zones);

    /// <summary>A zone.</summary>
    /// <param name="Zone">Its number.</param>
    /// <param name="Owner">The server that has, or had, it; null before the first.</param>
    /// <param name="IsLive">Whether that server's lease runs.</param>
    internal sealed record ZoneStatus(int Zone, string? Owner, bool IsLive);
}
