namespace Genie.Extensions.Genius.Rules.Operands;

/// <summary>What every event has.</summary>
public enum EventField
{
    /// <summary>Its kind.</summary>
    Kind,

    /// <summary>Its key.</summary>
    Key,

    /// <summary>Its value.</summary>
    Value,

    /// <summary>Its latitude, in degrees.</summary>
    Latitude,

    /// <summary>Its longitude, in degrees.</summary>
    Longitude,
}
