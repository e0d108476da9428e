namespace GameLicenseExample.Features.Signals;

/// <summary>Where something seems to be.</summary>
/// <param name="Latitude">Degrees.</param>
/// <param name="Longitude">Degrees.</param>
/// <param name="ErrorMetres">The root mean square distance of the true place that the scatter of the observations speaks for; it knows nothing of what all of them have in common, such as a road on one side. Where it is uncertain, how far apart the observations are.</param>
/// <param name="Observations">How many it rests on.</param>
internal sealed record Estimate(double Latitude, double Longitude, double ErrorMetres, int Observations)
{
    /// <summary>How many observations it does not rest on, as they are too far from it.</summary>
    public int Elsewhere { get; init; }

    /// <summary><c>steady</c>; <c>moved</c>: it was elsewhere before; <c>uncertain</c>: it was heard in places that one transmitter is not heard in, by turns or but once in the newest, so somebody errs or lies.</summary>
    public string Status { get; init; } = "steady";
}
