namespace GameLicenseExample.Features.Locator;

/// <summary>Somebody said where a venue or a person is.</summary>
/// <param name="Key">Of which.</param>
/// <param name="Latitude">Degrees.</param>
/// <param name="Longitude">Degrees.</param>
/// <param name="Time">When it was first said; saying it again does not change it.</param>
internal sealed record PlaceReported(string Key, double Latitude, double Longitude, DateTimeOffset Time);
