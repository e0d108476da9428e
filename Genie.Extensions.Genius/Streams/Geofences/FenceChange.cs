namespace Genie.Extensions.Genius.Streams.Geofences;

/// <summary>What happened at a fence.</summary>
public enum FenceChange
{
    /// <summary>Seen inside after having been outside.</summary>
    Entered,

    /// <summary>Inside for so long as makes a dwelling; once a stay.</summary>
    Dwelled,

    /// <summary>Seen outside after having been inside.</summary>
    Left,

    /// <summary>Seen before it and behind it, with a straight way through it: never seen inside. Only with <see cref="GeofenceDefinition.CrossingWithin"/>.</summary>
    Crossed,
}
