using Genie.Geocoding;

namespace Genie.Extensions.Genius.Regions;

/// <summary>Lays a ring out in the plane: each edge takes the shorter way, and a ring around the Earth is closed over its pole.</summary>
internal static class RingUnwinding
{
    public static void AddEdges(IReadOnlyList<GeoPoint> ring, List<PlaneEdge> edges)
    {
        var places = Unwind(ring);
        for (var i = 0; i < places.Count; i++)
        {
            var (place, next) = (places[i], places[(i + 1) % places.Count]);
            edges.Add(PlaneEdge.Between(place.Latitude, place.Longitude, next.Latitude, next.Longitude));
        }
    }

    /// <summary>The ring's places with longitudes that do not jump, the last to be joined to the first.</summary>
    /// <exception cref="InvalidRegionException">It is no ring.</exception>
    public static List<GeoPoint> Unwind(IReadOnlyList<GeoPoint> ring)
    {
        if (ring.Count < 3) throw new InvalidRegionException($"A ring needs at least three places, not {ring.Count}.");
        var start = Checked(ring[0]);
        var places = new List<GeoPoint>(ring.Count) { start };
        for (var i = 1; i < ring.Count; i++) places.Add(Near(Checked(ring[i]), places[^1].Longitude));
        CloseOverPole(places, Near(start, places[^1].Longitude));
        return places;
    }

    private static GeoPoint Near(GeoPoint place, double longitude) => place with { Longitude = place.Longitude + (360 * Math.Round((longitude - place.Longitude) / 360)) };

    private static void CloseOverPole(List<GeoPoint> places, GeoPoint end)
    {
        var turns = (int)Math.Round((end.Longitude - places[0].Longitude) / 360);
        if (turns == 0) return;
        if (turns is not (1 or -1)) throw new InvalidRegionException($"A ring goes around the Earth once at most, not {Math.Abs(turns)} times.");
        var pole = turns * 90.0;
        places.AddRange([end, new GeoPoint(pole, end.Longitude), new GeoPoint(pole, places[0].Longitude)]);
    }

    private static GeoPoint Checked(GeoPoint point)
    {
        if (!(Math.Abs(point.Latitude) <= 90) || !double.IsFinite(point.Longitude))
            throw new InvalidRegionException($"A polygon's place {point} is none on Earth: latitudes go from -90 to 90.");
        return point with { Longitude = Math.IEEERemainder(point.Longitude, 360) };
    }
}
