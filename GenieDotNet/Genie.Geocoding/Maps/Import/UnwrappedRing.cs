using NetTopologySuite.Geometries;
using NetTopologySuite.Geometries.Utilities;

namespace Genie.Geocoding.Maps.Import;

/// <summary>A ring whose longitudes go on over the antimeridian, so that each edge goes the short way.</summary>
internal sealed class UnwrappedRing
{
    /// <summary>Degrees around the Earth.</summary>
    public const double Turn = 360;

    // About a kilometre. Programs that cannot compute at a pole draw a ring around it instead.
    private const double PoleLatitude = 89.99;

    private readonly List<Coordinate> _places;

    private UnwrappedRing(List<Coordinate> places) => _places = places;

    /// <summary>True if it ends a turn away from its beginning.</summary>
    public bool IsAround => Math.Abs(_places[^1].X - _places[0].X) > Turn / 2;

    /// <summary>True if it is a pole, as some files write it.</summary>
    public bool IsPole => IsAround && (_places.TrueForAll(static place => place.Y <= -PoleLatitude) || _places.TrueForAll(static place => place.Y >= PoleLatitude));

    /// <summary>The mean of its places' latitudes.</summary>
    public double MeanLatitude => _places.Average(static place => place.Y);

    /// <summary>The area of its box in square degrees.</summary>
    public double BoxArea => CoordinateArrays.Envelope([.. _places]).Area;

    /// <summary>Unwraps a ring.</summary>
    /// <param name="ring">At least three places; the first one repeated at the end or not.</param>
    public static UnwrappedRing Of(double[] ring)
    {
        var places = new List<Coordinate> { new(ring[0], ring[1]) };
        for (var i = 2; i <= ring.Length; i += 2)
        {
            var next = i < ring.Length ? i : 0;
            var x = ring[next] + (Turn * Math.Round((places[^1].X - ring[next]) / Turn));
            places.Add(new Coordinate(x, ring[next + 1]));
        }

        return new UnwrappedRing(places);
    }

    /// <summary>A ring whose edges all are as they look on a flat map.</summary>
    public static UnwrappedRing AsItIs(double[] ring)
    {
        var places = Enumerable.Range(0, ring.Length / 2).Select(i => new Coordinate(ring[2 * i], ring[(2 * i) + 1])).ToList();
        places.Add(places[0].Copy());
        return new UnwrappedRing(places);
    }

    /// <summary>What it encloses; one around the Earth encloses all up to the pole.</summary>
    public Geometry ToRegion(double pole)
    {
        var places = new List<Coordinate>(_places);
        if (IsAround) places.AddRange([new Coordinate(_places[^1].X, pole), new Coordinate(_places[0].X, pole)]);
        if (!places[^1].Equals2D(places[0])) places.Add(places[0].Copy());
        return GeometryFixer.Fix(new Polygon(new LinearRing([.. places])));
    }
}
