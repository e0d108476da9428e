namespace GameLicenseExample.Features.Signals;

/// <summary>Where something seems to be.</summary>
/// <param name="Latitude">Degrees.</param>
/// <param name="Longitude">Degrees.</param>
/// <param name="ErrorMetres">The root mean square distance of the true place that the scatter of the observations speaks for; it knows nothing of what all of them have in common, such as a road on one side.</param>
/// <param name="Observations">How many it rests on.</param>
internal sealed record Estimate(double Latitude, double Longitude, double ErrorMetres, int Observations);
