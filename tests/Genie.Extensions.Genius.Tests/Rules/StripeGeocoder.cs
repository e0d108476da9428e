using System.Globalization;
using Genie.Extensions.Genius.Regions;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Tests.Rules;

/// <summary>A world of stripes: countries of 60 degrees of longitude, states of 20, counties of 5, and so on; nothing south of -60.</summary>
internal sealed class StripeGeocoder : IReverseGeocoder
{
    private static readonly double[] Widths = [60, 20, 5, 1, 2.5];

    private int _lookupCount;

    public string Name => "stripes";

    /// <summary>Answers after a turn of the thread pool, as a database does.</summary>
    public bool IsSlow { get; init; }

    /// <summary>How many points it was asked for.</summary>
    public int LookupCount => _lookupCount;

    public static string CodeAt(AreaLayer layer, double longitude) =>
        ((int)Math.Floor((Math.IEEERemainder(longitude, 360) + 180) / Widths[(int)layer])).ToString(CultureInfo.InvariantCulture);

    public static PlaceAnswer LookUp(GeoPoint point)
    {
        if (!(Math.Abs(point.Latitude) <= 90)) return new PlaceAnswer(LookupStatus.InvalidCoordinate);
        if (point.Latitude < -60) return new PlaceAnswer(LookupStatus.Nowhere);
        Area At(AreaLayer layer) => new(layer.ToString(), CodeAt(layer, point.Longitude), "", "");
        return new PlaceAnswer(LookupStatus.Found, At(AreaLayer.Country), At(AreaLayer.State), At(AreaLayer.County), At(AreaLayer.PostalCode), null, At(AreaLayer.Place));
    }

    public async ValueTask<PlaceAnswer> LookUpAsync(GeoPoint point, CancellationToken cancellationToken)
    {
        Interlocked.Increment(ref _lookupCount);
        if (IsSlow) await Task.Yield();
        return LookUp(point);
    }
}
