using Genie.Diagnostics.Live;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.AspNetCore.Live;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Geocoding;
using Genie.Workload.Places;

namespace Genie.Benchmarks.Commands.Serve;

/// <summary>Regions by which the live page tells requests apart; each is a rule of Genius. The map is opened when somebody first looks.</summary>
/// <param name="feed">The page's feed.</param>
/// <param name="regions">The regions; none: the countries that requests come from.</param>
internal sealed class ServedRegions(LiveFeed feed, IReadOnlyList<Rule> regions) : IDisposable
{
    /// <summary>The layers that there are built-in maps of.</summary>
    public static readonly AreaLayer[] Layers = [AreaLayer.Country, AreaLayer.State, AreaLayer.County, AreaLayer.PostalCode];

    private readonly LiveRegions _outlines = new(feed);
    private EmbeddedGeocoder? _geocoder;
    private volatile RuleEngine? _engine;

    /// <summary>The rule of a region as people write it, by that name.</summary>
    /// <exception cref="InvalidRegionException">It is none.</exception>
    public static Rule RuleOf(string text) => new(text, Condition.In(RegionText.Parse(text, Layers)));

    /// <summary>Shows their outlines, if somebody looks and does not see them yet. One caller at a time.</summary>
    public void Show()
    {
        if (feed.IsWatched) _outlines.Show((_engine ??= OpenEngine()).Rules);
    }

    /// <summary>The regions that a place is in; none before <see cref="Show"/> had somebody to show them to.</summary>
    public IReadOnlyList<string> Of(GeoPoint place)
    {
        if (_engine is not { } engine) return [];
        var found = new List<string>();
        var match = engine.MatchAsync(new GeniusEvent { Key = "", RequestKey = default, Kind = "", Time = DateTimeOffset.UtcNow, Place = place }, found, CancellationToken.None);

        // The embedded geocoder answers at once.
        return match.IsCompletedSuccessfully ? found : [];
    }

    /// <inheritdoc/>
    public void Dispose() => _geocoder?.Dispose();

    private RuleEngine OpenEngine()
    {
        var rules = regions.Count > 0 ? regions : [.. KnownPlaces.All.Select(place => place.CountryCode).Distinct().Select(code => RuleOf($"country:{code}"))];
        _geocoder = EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { Layers = [.. LayersOf(rules)] });
        var engine = new RuleEngine(_geocoder);
        engine.Apply([.. rules.Select(RuleChange.Put)]);
        return engine;
    }

    // Postal codes cost memory that few need.
    private static IEnumerable<string> LayersOf(IReadOnlyList<Rule> rules) =>
        rules.Any(rule => rule.When is InRegion { Region: AreaRegion { Layer: AreaLayer.PostalCode } }) ? ["county", "state", "postal"] : ["county", "state"];
}
