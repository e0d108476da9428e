namespace Genie.Geocoding;

/// <summary>What lies at a point: one area of each layer, all from one look-up.</summary>
/// <param name="Status">How the look-up ended.</param>
/// <param name="Country">The country, or null.</param>
/// <param name="State">The first-level division, or null.</param>
/// <param name="County">The county, or null.</param>
public readonly record struct PlaceAnswer(LookupStatus Status, Area? Country = null, Area? State = null, Area? County = null);
