namespace Genie.Geocoding.Maps.Import;

/// <summary>What happens to an area whose polygons are invalid (Simple Features, section 6.1.11): rings that cross themselves or one another.</summary>
public enum InvalidShapes
{
    /// <summary>They are made valid; the report names them.</summary>
    Repair,

    /// <summary>The area is left out; the report names it.</summary>
    Skip,

    /// <summary>The import fails, and the old layer stays. So it does for a row that is no area at all.</summary>
    Refuse,
}
