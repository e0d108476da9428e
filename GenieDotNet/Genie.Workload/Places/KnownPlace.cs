using Genie.Geocoding;

namespace Genie.Workload.Places;

/// <summary>A coordinate whose areas are known without a geocoder.</summary>
/// <param name="Point">The coordinate.</param>
/// <param name="CountryCode">ISO 3166-1 alpha-2.</param>
/// <param name="StateCode">ISO 3166-2, empty where unknown.</param>
/// <param name="CountyCode">FIPS, empty outside the United States.</param>
public sealed record KnownPlace(GeoPoint Point, string CountryCode, string StateCode, string CountyCode);
