namespace GameLicenseExample.Features.Locator;

/// <summary>A venue or a friend.</summary>
/// <param name="Name">The name.</param>
/// <param name="Metres">How far, by great circle.</param>
/// <param name="Latitude">Degrees.</param>
/// <param name="Longitude">Degrees.</param>
/// <param name="SeenAt">When it was there.</param>
internal sealed record Found(string Name, double Metres, double Latitude, double Longitude, DateTimeOffset SeenAt);
