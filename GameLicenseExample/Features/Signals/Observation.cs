using Genie.Geocoding;

namespace GameLicenseExample.Features.Signals;

/// <summary>A network that was heard somewhere.</summary>
/// <param name="Network">Its name, as a BSSID: <c>aa:bb:cc:dd:ee:ff</c>.</param>
/// <param name="Latitude">Where it was heard, degrees.</param>
/// <param name="Longitude">Where it was heard, degrees.</param>
/// <param name="LevelDbm">How strongly, in dBm.</param>
internal sealed record Observation(string Network, double Latitude, double Longitude, double LevelDbm)
{
    /// <summary>Where it was heard.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public GeoPoint Place => new(Latitude, Longitude);
}
