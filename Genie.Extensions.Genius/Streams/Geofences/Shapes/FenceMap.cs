using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Geocoding;
using NetTopologySuite.Geometries;
using NetTopologySuite.Index.Strtree;

namespace Genie.Extensions.Genius.Streams.Geofences.Shapes;

/// <summary>
/// The outlines of fences in an R-tree (S. T. Leutenegger et al., "STR: a simple and efficient algorithm for R-tree packing", 1997), made anew when the rules have changed and one of them is asked for. Safe for
/// concurrent callers.
/// </summary>
/// <param name="engine">Has the rules.</param>
/// <param name="isFence">Whether a rule is a fence, by its name.</param>
internal sealed class FenceMap(RuleEngine engine, Func<string, bool> isFence)
{
    private volatile Indexed? _indexed;

    /// <summary>Fences whose border is at most so far from a place, or that it is in, with the distance in metres: negative inside, the deepest of several outlines.</summary>
    public Dictionary<string, double> Near(GeoPoint place, double metres)
    {
        var found = new Dictionary<string, double>(StringComparer.Ordinal);
        foreach (var fence in Query(new CircleShape(new CircleRegion(place, metres)).Box))
        {
            var distance = fence.Shape.MetresTo(place);
            if (distance <= metres && !(found.TryGetValue(fence.Name, out var other) && other <= distance)) found[fence.Name] = distance;
        }

        return found;
    }

    /// <summary>Fences that a way goes through, and between which parts of it, in the order in which it does.</summary>
    public IEnumerable<(string Fence, double From, double To)> Crossed(FencePath path)
    {
        var found = new Dictionary<string, (double From, double To)>(StringComparer.Ordinal);
        var ends = new HashSet<string>(StringComparer.Ordinal);
        foreach (var (name, shape) in Query(path.Box))
        {
            // Several outlines of one fence: who begins or ends in one of them is no passer-by of another.
            if (shape.MetresTo(path.From) <= 0 || shape.MetresTo(path.To) <= 0) ends.Add(name);
            else if (shape.Cross(path) is { } part)
                found[name] = found.TryGetValue(name, out var other) ? (Math.Min(other.From, part.From), Math.Max(other.To, part.To)) : part;
        }

        return found.Where(each => !ends.Contains(each.Key)).OrderBy(each => each.Value.From).ThenBy(each => each.Key, StringComparer.Ordinal)
            .Select(each => (each.Key, each.Value.From, each.Value.To));
    }

    private HashSet<Fence> Query(in GeoBox box)
    {
        var tree = Tree();
        var found = new HashSet<Fence>(ReferenceEqualityComparer.Instance);
        foreach (var turn in (ReadOnlySpan<double>)[-360, 0, 360]) found.UnionWith(tree.Query(EnvelopeOf(box, turn)));
        return found;
    }

    private STRtree<Fence> Tree()
    {
        var rules = engine.Rules;
        var indexed = _indexed;
        if (ReferenceEquals(indexed?.Rules, rules)) return indexed!.Tree;
        var tree = new STRtree<Fence>();
        foreach (var rule in rules.Rules.Where(rule => isFence(rule.Id)))
        {
            foreach (var shape in FenceShape.Of(rule.When)) tree.Insert(EnvelopeOf(shape.Box, 0), new Fence(rule.Id, shape));
        }

        // Built here: a query of a tree that is not built would build it, which is not safe for several.
        tree.Build();
        _indexed = new Indexed(rules, tree);
        return tree;
    }

    private static Envelope EnvelopeOf(in GeoBox box, double turn) => new(box.West + turn, box.East + turn, box.South, box.North);

    private sealed record Fence(string Name, FenceShape Shape);

    private sealed record Indexed(RuleSet Rules, STRtree<Fence> Tree);
}
