using GameLicenseExample.Playing;
using Genie.Geocoding;

namespace GameLicenseExample.Commands;

/// <summary>How a game is to be played.</summary>
internal sealed record GamePlan
{
    /// <summary>Where the machine stands; null: to be asked for.</summary>
    public GeoPoint? At { get; init; }

    /// <summary>True if nothing is asked.</summary>
    public bool IsScripted { get; init; }

    /// <summary>The seed of the luck; null: cryptographic.</summary>
    public ulong? Seed { get; init; }

    /// <summary>Credits to begin with.</summary>
    public long Credits { get; init; } = 100;

    /// <summary>Credits a play.</summary>
    public int Risk { get; init; } = 1;

    /// <summary>Plays of a script.</summary>
    public int Plays { get; init; } = 20;

    /// <summary>How long the game waits for its server when that goes away.</summary>
    public TimeSpan Wait { get; init; } = ServerOutage.DefaultLimit;

    /// <summary>What the house holds.</summary>
    public double HoldRate { get; init; }

    /// <summary>Where keys and events are kept.</summary>
    public required string Folder { get; init; }
}
