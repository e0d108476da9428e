namespace Genie.Geocoding;

/// <summary>What lies at a point: one area of each layer, all from one look-up.</summary>
/// <param name="Status">How the look-up ended.</param>
/// <param name="Country">The country, or null.</param>
/// <param name="State">The first-level division, or null.</param>
/// <param name="County">The county, or null.</param>
/// <param name="PostalCode">The postal code's area, or null; only where that layer was asked for.</param>
/// <param name="TimeZone">The time zone, or null; only where such a layer was imported.</param>
/// <param name="Place">The town or the nearest one, or null; only where asked for.</param>
/// <param name="DistanceMetres">With <see cref="LookupStatus.Nearby"/>: how far the nearest of country, state and county is. Otherwise 0.</param>
/// <param name="Others">The areas of imported layers with names of their own, or null where none has the point. Two answers with the same areas may have different lists.</param>
public readonly record struct PlaceAnswer(
    LookupStatus Status,
    Area? Country = null,
    Area? State = null,
    Area? County = null,
    Area? PostalCode = null,
    Area? TimeZone = null,
    Area? Place = null,
    double DistanceMetres = 0,
    IReadOnlyList<Area>? Others = null);
