using System.Buffers.Text;
using System.IO.Compression;
using System.Text;
using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Places;

/// <summary>
/// Towns and villages as points, to name a place where no area is: the nearest within a radius. A look-up takes no lock and
/// allocates only when it is the first to find a place. Safe for concurrent callers.
/// </summary>
/// <remarks>Distances are great circles on a sphere of the Earth's mean radius: up to 0.6 % from those on the ellipsoid.</remarks>
public sealed class NearestPlaces
{
    private const string Resource = "world-places.tsv.gz";
    private static readonly Lazy<NearestPlaces> LazyBuiltIn = new(ReadBuiltIn);

    private readonly byte[] _text;
    private readonly int[] _lines;
    private readonly Area?[] _areas;
    private readonly PlaceTree _tree;

    private NearestPlaces(byte[] text)
    {
        _text = text;
        var (lines, points) = (new List<int>(), new List<GeoPoint>());
        for (var place = 0; place < text.Length; place = EndOfLine(place) + 1)
        {
            lines.Add(place);
            points.Add(PointOf(place, lines.Count));
        }

        _lines = [.. lines];
        _areas = new Area?[lines.Count];
        _tree = new PlaceTree(points);
    }

    /// <summary>
    /// The 171,075 places that the library carries (GeoNames, CC BY 4.0: see the data's README); read at the first use, which
    /// takes some tenths of a second and about 15 MB.
    /// </summary>
    public static NearestPlaces BuiltIn => LazyBuiltIn.Value;

    /// <summary>How many places there are.</summary>
    public int Count => _lines.Length;

    /// <summary>Reads places: a line each, with country code, name, latitude and longitude in degrees, separated by tabs.</summary>
    /// <exception cref="MapFormatException">A line is otherwise; the message says which.</exception>
    public static NearestPlaces Read(ReadOnlySpan<byte> text) => new(text.ToArray());

    /// <summary>
    /// The nearest place, or null if none lies within the radius (or the coordinate is none). Its layer is <c>place</c>, its code its
    /// own position, which nothing else identifies as well, its parent the country. Of places equally near the first answers.
    /// </summary>
    /// <param name="point">The point.</param>
    /// <param name="radiusMetres">How far it may be.</param>
    /// <param name="distanceMetres">How far it is; 0 if there is none.</param>
    public Area? Find(GeoPoint point, double radiusMetres, out double distanceMetres) => Find(point, radiusMetres, null, out distanceMetres);

    /// <summary>The nearest place of a country; territories that have a code of their own count to their country, too.</summary>
    /// <param name="point">The point.</param>
    /// <param name="radiusMetres">How far it may be.</param>
    /// <param name="country">ISO 3166-1, alpha-2 or alpha-3; null, or what is no such code: any country.</param>
    /// <param name="distanceMetres">How far it is; 0 if there is none.</param>
    public Area? Find(GeoPoint point, double radiusMetres, string? country, out double distanceMetres)
    {
        distanceMetres = 0;
        if (!(radiusMetres >= 0) || !Coordinates.TryNormalise(point, out _, out _)) return null;
        var half = Math.Min(radiusMetres / (2 * Sphere.RadiusMetres), Math.PI / 2);
        var squaredChord = Math.Pow(2 * Math.Sin(half), 2);
        var longest = squaredChord;
        var number = _tree.Find(point, ref squaredChord, null);
        if (number >= 0 && !IsOf(number, country))
        {
            // Rare: beside a border. Only then is every place on the way asked for its country.
            squaredChord = longest;
            number = FindOf(point, ref squaredChord, country);
        }

        if (number < 0) return null;
        distanceMetres = 2 * Sphere.RadiusMetres * Math.Asin(Math.Min(1, Math.Sqrt(squaredChord) / 2));
        return _areas[number] ??= ReadArea(number);
    }

    private static NearestPlaces ReadBuiltIn()
    {
        using var packed = typeof(NearestPlaces).Assembly.GetManifestResourceStream(Resource)!;
        using var stream = new GZipStream(packed, CompressionMode.Decompress);
        using var text = new MemoryStream();
        stream.CopyTo(text);
        return new NearestPlaces(text.ToArray());
    }

    private int FindOf(GeoPoint point, ref double squaredChord, string? country) => _tree.Find(point, ref squaredChord, place => IsOf(place, country));

    private bool IsOf(int number, string? country)
    {
        Span<char> code = stackalloc char[4];
        var line = _text.AsSpan(_lines[number]);
        var length = Math.Min(line.IndexOf((byte)'\t'), code.Length);
        Encoding.Latin1.GetChars(line[..length], code);
        return CountryCodes.MayBeSame(country, code[..length]);
    }

    private Area ReadArea(int number)
    {
        var fields = Encoding.UTF8.GetString(_text, _lines[number], EndOfLine(_lines[number]) - _lines[number]).Split('\t');
        return new Area("place", $"{fields[2]},{fields[3]}", fields[1], fields[0]);
    }

    private int EndOfLine(int start) => _text.AsSpan(start).IndexOf((byte)'\n') is >= 0 and var length ? start + length : _text.Length;

    private GeoPoint PointOf(int start, int line)
    {
        var rest = _text.AsSpan(start, EndOfLine(start) - start);
        Span<Range> fields = stackalloc Range[5];
        var count = 0;
        foreach (var field in rest.Split((byte)'\t'))
        {
            if (count < fields.Length) fields[count++] = field;
        }

        if (count == 4 && TryParse(rest[fields[2]], out var latitude) && TryParse(rest[fields[3]], out var longitude)
            && Coordinates.TryNormalise(new GeoPoint(latitude, longitude), out _, out _)) return new GeoPoint(latitude, longitude);
        throw new MapFormatException($"Line {line} of the places is not: country, name, latitude, longitude, separated by tabs.");
    }

    private static bool TryParse(ReadOnlySpan<byte> text, out double value) => Utf8Parser.TryParse(text, out value, out var used) && used == text.Length;
}
