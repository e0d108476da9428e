using Genie.Geocoding;

namespace Genie.Workload.Tests;

/// <summary>A client's geocoder: it must never be asked.</summary>
internal sealed class NoGeocoder : IReverseGeocoder
{
    public string Name => "none";

    public ValueTask<PlaceAnswer> LookUpAsync(GeoPoint point, CancellationToken cancellationToken) => throw new InvalidOperationException("A client looks nothing up.");
}

/// <summary>Answers later, on another thread, as a database does.</summary>
internal sealed class WaitingGeocoder(IReverseGeocoder inner) : IReverseGeocoder
{
    public string Name => "waiting";

    public async ValueTask<PlaceAnswer> LookUpAsync(GeoPoint point, CancellationToken cancellationToken)
    {
        await Task.Yield();
        return await inner.LookUpAsync(point, cancellationToken);
    }
}

/// <summary>Answers for a place half the world away.</summary>
internal sealed class ShiftedGeocoder(IReverseGeocoder inner) : IReverseGeocoder
{
    public string Name => "shifted";

    public ValueTask<PlaceAnswer> LookUpAsync(GeoPoint point, CancellationToken cancellationToken) =>
        inner.LookUpAsync(point with { Longitude = point.Longitude + 180 }, cancellationToken);
}
