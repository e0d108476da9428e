namespace Genie.Geocoding.Indexing;

/// <summary>The members of an answer that layers fill.</summary>
[Flags]
internal enum LayerSlots
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary><see cref="PlaceAnswer.Country"/>.</summary>
    Country = 1,

    /// <summary><see cref="PlaceAnswer.State"/>.</summary>
    State = 2,

    /// <summary><see cref="PlaceAnswer.County"/>.</summary>
    County = 4,

    /// <summary><see cref="PlaceAnswer.PostalCode"/>.</summary>
    PostalCode = 8,

    /// <summary><see cref="PlaceAnswer.TimeZone"/>.</summary>
    TimeZone = 16,

    /// <summary><see cref="PlaceAnswer.Place"/>.</summary>
    Place = 32,
}
