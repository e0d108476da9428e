using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Schedules;
using Genie.Geocoding;
using Genie.Geocoding.Sampling;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>Rules and events as a service in the United States might have them, from a seed.</summary>
/// <remarks>
/// Places are uniform over the contiguous states' box, kinds uniform among a hundred, times over a year. Of the regions 30 % are counties, 10 % states,
/// 10 % postal codes, 25 % circles (100 m to 20 km), 15 % hexagons (1 to 30 km), 10 % geohash cells (5 to 7 characters). 70 % of the rules are a kind in a
/// region, half of them with a schedule; 20 % a region with a schedule (states: with a kind too); 8 % either of two regions, for a kind; 1.9 % a kind in a region but
/// not in a circle; 0.1 % a kind anywhere but in a state.
/// </remarks>
internal sealed class RulesMicroSample
{
    private const int Kinds = 100;
    private static readonly DateTimeOffset Begin = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);
    private static readonly string[] Zones = ["America/New_York", "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles"];

    private readonly Random _random;
    private readonly GeoPoint[] _centres;
    private readonly EmbeddedGeocoder _geocoder;

    private RulesMicroSample(int rules, int events, int seed)
    {
        _random = new Random(seed);
        _geocoder = EmbeddedGeocoder.Open(new EmbeddedGeocoderOptions { Layers = ["county", "state", "postal"] });
        _centres = SamplePoints.Make("us", rules, (ulong)seed);
        Rules = [.. Enumerable.Range(0, rules).Select(i => new Rule($"rule-{i}", NextCondition(_centres[i])))];
        Events = [.. SamplePoints.Make("us", events, (ulong)seed + 1).Select((point, i) => new GeniusEvent
        {
            Key = $"machine-{i % 1000}", RequestKey = new RequestKey(1, 1, (ulong)i), Kind = NextKind(), Time = Begin + TimeSpan.FromSeconds(_random.Next(365 * 86_400)), Place = point,
        })];
    }

    public Rule[] Rules { get; }

    public GeniusEvent[] Events { get; }

    public EmbeddedGeocoder Geocoder => _geocoder;

    public static RulesMicroSample Make(int rules, int events, int seed) => new(rules, events, seed);

    private Condition NextCondition(GeoPoint centre)
    {
        var part = _random.Next(1000);
        var region = NextRegion(centre);
        var inside = Condition.In(region);
        var ofKind = Condition.Kind(NextKind());
        if (part < 350) return ofKind & inside;
        if (part < 700) return ofKind & inside & Condition.During(NextSchedule());
        if (part < 900) return region is AreaRegion { Layer: AreaLayer.State } ? ofKind & inside & Condition.During(NextSchedule()) : inside & Condition.During(NextSchedule());
        if (part < 980) return ofKind & (inside | Condition.In(NextRegion(_centres[_random.Next(_centres.Length)])));
        if (part < 999) return ofKind & inside & !Condition.In(RegionCondition.Circle(centre, 500));
        return ofKind & !Condition.In(RegionCondition.State("US-PA"));
    }

    private RegionCondition NextRegion(GeoPoint centre)
    {
        var place = _geocoder.LookUp(centre);
        return _random.Next(100) switch
        {
            < 30 when place.County is { } county => RegionCondition.County(county.Code),
            < 40 when place.State is { } state => RegionCondition.State(state.Code),
            < 50 when place.PostalCode is { } postal => RegionCondition.PostalCode(postal.Code),
            < 75 => RegionCondition.Circle(centre, 100 * Math.Pow(200, _random.NextDouble())),
            < 90 => Hexagon(centre, 0.005 * Math.Pow(30, _random.NextDouble())),
            _ => RegionCondition.Cell(Geohash.Of(centre, 5 + _random.Next(3))),
        };
    }

    private static PolygonRegion Hexagon(GeoPoint centre, double degrees) => RegionCondition.Polygon([.. Enumerable.Range(0, 6).Select(i =>
    {
        var (sine, cosine) = Math.SinCos(i * Math.Tau / 6);
        return new GeoPoint(centre.Latitude + (degrees * sine), centre.Longitude + (degrees * cosine));
    })]);

    private Schedule NextSchedule() => new()
    {
        Days = _random.Next(2) == 0 ? Weekdays.Working : Weekdays.All,
        From = new TimeOnly(_random.Next(24), 0),
        Until = new TimeOnly(_random.Next(24), 30),
        TimeZone = Zones[_random.Next(Zones.Length)],
    };

    private string NextKind() => $"kind-{_random.Next(Kinds)}";
}
