using Genie.Geocoding;

namespace Genie.Extensions.Genius.Streams.Geofences;

/// <summary>A position as it was measured.</summary>
/// <param name="Time">When.</param>
/// <param name="Place">Where.</param>
/// <param name="AccuracyMetres">The radius of a circle around it that holds the true position; 0: it is exact.</param>
public readonly record struct FenceSample(DateTimeOffset Time, GeoPoint Place, double AccuracyMetres = 0);
