using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Reporting.SideBySide;

/// <summary>Finds what to compare with what in two results.</summary>
internal static class SeriesPairing
{
    private readonly record struct Place(LoadShape Shape, Series Series);

    // From all alike to the least that makes sense: what two configurations differ in is what they are compared for.
    private static readonly Func<Place, object>[] Likenesses =
    [
        place => (place.Shape, place.Series.Broker, place.Series.Client, place.Series.Confirmation),
        place => (place.Shape, place.Series.Broker, place.Series.Confirmation),
        place => (place.Shape, place.Series.Confirmation),
        place => place.Shape,
        place => (place.Shape.Mode, place.Shape.Connections, place.Series.Broker, place.Series.Client, place.Series.Confirmation),
        place => (place.Shape.Mode, place.Series.Broker, place.Series.Client, place.Series.Confirmation),
        place => (place.Shape.Mode, place.Shape.Connections),
        place => place.Shape.Mode,
    ];

    /// <summary>The pairs, in A's order, and the names of what has no partner.</summary>
    public static (IReadOnlyList<SeriesPair> Pairs, IReadOnlyList<string> OnlyInA, IReadOnlyList<string> OnlyInB) Of(BenchResults a, BenchResults b)
    {
        var (left, right) = (Places(a), Places(b));
        var order = left.ToList();
        List<(Place A, Place B)> pairs = [];
        // What went through a slow network is never compared with what did not.
        foreach (var likeness in Likenesses) Match(left, right, place => (place.Shape.Network, likeness(place)), pairs);
        return (
            [.. pairs.OrderBy(pair => order.IndexOf(pair.A)).Select(pair => new SeriesPair(pair.A.Shape, pair.A.Series, pair.B.Shape, pair.B.Series))],
            [.. left.Select(Name)], [.. right.Select(Name)]);
    }

    // Only where there is one on either side; to choose among several would be to guess.
    private static void Match(List<Place> left, List<Place> right, Func<Place, object> likeness, List<(Place A, Place B)> pairs)
    {
        var (ofLeft, ofRight) = (left.ToLookup(likeness), right.ToLookup(likeness));
        foreach (var key in ofLeft.Select(group => group.Key).Where(key => ofLeft[key].Count() == 1 && ofRight[key].Count() == 1).ToList())
        {
            var pair = (A: ofLeft[key].Single(), B: ofRight[key].Single());
            pairs.Add(pair);
            left.Remove(pair.A);
            right.Remove(pair.B);
        }
    }

    private static List<Place> Places(BenchResults results) =>
        [.. LoadGroup.Of(results).SelectMany(group => group.Series.Select(series => new Place(group.Shape, series)))];

    private static string Name(Place place) => $"{place.Series.Name}, {Figures.Name(place.Series.Confirmation)}: {place.Shape.Title}, {place.Shape.Details}";
}
