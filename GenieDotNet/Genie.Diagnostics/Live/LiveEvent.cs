namespace Genie.Diagnostics.Live;

/// <summary>Something that happened somewhere, as a dot on the map.</summary>
/// <param name="Key">Whose it is.</param>
/// <param name="Kind">What happened.</param>
/// <param name="Time">When.</param>
/// <param name="Latitude">Degrees.</param>
/// <param name="Longitude">Degrees.</param>
public sealed record LiveEvent(string Key, string Kind, DateTimeOffset Time, double Latitude, double Longitude);
