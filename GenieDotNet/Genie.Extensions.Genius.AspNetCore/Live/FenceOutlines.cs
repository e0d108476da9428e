using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Streams.Geofences;

namespace Genie.Extensions.Genius.AspNetCore.Live;

/// <summary>The fences of geofences with their outlines. Safe for concurrent callers.</summary>
/// <param name="engine">Has the rules.</param>
internal sealed class FenceOutlines(RuleEngine engine)
{
    private readonly AreaOutlines _areas = new();

    /// <summary>As many as a picture shows, in the order of the definitions and of the rules' names, thinned out.</summary>
    public (IReadOnlyList<(GeofenceDefinition Geofence, string Fence, IReadOnlyList<double[]> Rings)> Fences, bool HasMore) Of(IEnumerable<GeofenceDefinition> geofences)
    {
        var rules = engine.Rules.Rules.OrderBy(static rule => rule.Id, StringComparer.Ordinal).ToList();
        var fences = geofences.SelectMany(geofence => rules.Where(rule => geofence.IsFence(rule.Id)).Select(rule => (geofence, rule))).Take(LiveRegions.RegionsMax + 1).ToList();
        var placesMax = LiveRegions.PlacesMaxOf(fences.Count);
        return ([.. fences.Take(LiveRegions.RegionsMax).Select(each => (each.geofence, each.rule.Id, RingsOf(each.rule, placesMax)))], fences.Count > LiveRegions.RegionsMax);
    }

    private IReadOnlyList<double[]> RingsOf(Rule rule, int placesMax) =>
        OutlineThinning.Thin([.. RuleRegions.Of(rule.When).SelectMany(region => RegionOutlines.Of(region, _areas))], placesMax);
}
