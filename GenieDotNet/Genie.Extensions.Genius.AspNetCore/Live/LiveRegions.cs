using Genie.Diagnostics.Live;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;

namespace Genie.Extensions.Genius.AspNetCore.Live;

/// <summary>Shows the regions of rules on the live page, each by its rule's name. One caller at a time.</summary>
/// <param name="feed">The page's feed.</param>
public sealed class LiveRegions(LiveFeed feed)
{
    /// <summary>The most regions that are shown: more are a blot, and every page gets them all.</summary>
    public const int RegionsMax = 500;

    /// <summary>The most places that the outlines of one region have.</summary>
    public const int RegionPlacesMax = 4_000;

    // What a page draws without a pause, for all regions together.
    private const int PlacesMax = 120_000;

    private readonly AreaOutlines _areas = new();
    private readonly Dictionary<string, RegionCondition> _shown = new(StringComparer.Ordinal);
    private RuleSet? _rules;

    /// <summary>Shows what was not shown yet, and no longer what is gone.</summary>
    public void Show(RuleSet rules)
    {
        if (ReferenceEquals(rules, _rules)) return;
        _rules = rules;
        var wanted = new Dictionary<string, RegionCondition>(StringComparer.Ordinal);
        foreach (var (name, region) in rules.Rules.SelectMany(Name).Take(RegionsMax)) wanted.TryAdd(name, region);
        foreach (var gone in _shown.Keys.Except(wanted.Keys).ToArray())
        {
            _shown.Remove(gone);
            feed.Publish(new LiveRegion(gone, []));
        }

        var placesMax = PlacesMaxOf(wanted.Count);
        foreach (var (name, region) in wanted)
        {
            if (region.Equals(_shown.GetValueOrDefault(name))) continue;
            _shown[name] = region;
            feed.Publish(new LiveRegion(name, OutlineThinning.Thin(RegionOutlines.Of(region, _areas), placesMax)));
        }
    }

    /// <summary>The most places of one region where there are so many.</summary>
    internal static int PlacesMaxOf(int regions) => Math.Min(RegionPlacesMax, PlacesMax / Math.Max(regions, 1));

    private static IEnumerable<(string Name, RegionCondition Region)> Name(Rule rule) =>
        RuleRegions.Of(rule.When).Select((region, i) => (i == 0 ? rule.Id : $"{rule.Id} ({i + 1})", region));
}
