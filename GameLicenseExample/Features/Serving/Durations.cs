using GameLicenseExample.Features.Decisions;

namespace GameLicenseExample.Features.Serving;

/// <summary>Reads times that came by HTTP.</summary>
internal static class Durations
{
    private const double SecondsMax = 366 * 86_400.0;

    /// <exception cref="FeatureRefusedException">It is none.</exception>
    public static TimeSpan Of(double seconds) => seconds is > 0 and <= SecondsMax ? TimeSpan.FromSeconds(seconds) : throw new FeatureRefusedException($"{seconds} seconds is no time: more than 0, at most a year.");
}
