using System.Globalization;
using System.Text;
using Genie.Geocoding;

namespace Genie.Workload.Places;

/// <summary>
/// The places that requests come from: 3,113 in the United States and 983 elsewhere, each deep inside one county or
/// division, made from the maps by <c>make-known-places.py</c> with none of the code that is measured.
/// </summary>
public static class KnownPlaces
{
    private static readonly Lazy<IReadOnlyList<KnownPlace>> Places = new(Read);

    /// <summary>All of them.</summary>
    public static IReadOnlyList<KnownPlace> All => Places.Value;

    private static List<KnownPlace> Read()
    {
        using var stream = typeof(KnownPlaces).Assembly.GetManifestResourceStream("known-places.tsv")!;
        using var reader = new StreamReader(stream, Encoding.UTF8);
        List<KnownPlace> places = new(4096);
        while (reader.ReadLine() is { } line)
        {
            var columns = line.Split('\t');
            places.Add(new KnownPlace(new GeoPoint(Parse(columns[0]), Parse(columns[1])), columns[2], columns[3], columns[4]));
        }

        return places;
    }

    private static double Parse(string degrees) => double.Parse(degrees, CultureInfo.InvariantCulture);
}
