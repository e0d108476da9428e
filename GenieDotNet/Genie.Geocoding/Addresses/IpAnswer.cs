namespace Genie.Geocoding.Addresses;

/// <summary>Where an address is, as far as a database knows.</summary>
/// <param name="Place">Country, state (the first subdivision), place, postal code and time zone; names in English.</param>
/// <param name="Location">About where, or null.</param>
/// <param name="AccuracyKilometres">How far the true place may be, or null.</param>
public sealed record IpAnswer(PlaceAnswer Place, GeoPoint? Location, double? AccuracyKilometres);
