using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Schedules;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Tests.Rules;

/// <summary>Rules and events of every sort, from a seed; places crowd around the poles, the antimeridian and a few towns.</summary>
internal sealed class RandomRules(int seed)
{
    private static readonly string[] Zones = ["UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia"];
    private static readonly string[] Names = ["speed", "driver", "load", "_on"];
    private static readonly DateTimeOffset Begin = new(2024, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly Random _random = new(seed);
    private int _ids;

    /// <summary>Rules ask for <see cref="SampleTables"/>, too.</summary>
    public bool HasTables { get; init; }

    public Rule NextRule() => new($"rule-{_ids++}", NextCondition(3));

    public GeniusEvent NextEvent() => new()
    {
        Key = NextKey(),
        RequestKey = new RequestKey(1, 1, (ulong)_random.Next()),
        Kind = NextKind(),
        Time = Begin + TimeSpan.FromSeconds(_random.Next(3 * 365 * 86_400)),
        Value = NextValue(),
        Attributes = EventAttributes.Of([.. Names.Where(_ => _random.Next(2) == 0).Select(name => KeyValuePair.Create(name, NextAttribute()))]),
        Place = _random.Next(50) == 0 ? new GeoPoint(double.NaN, 0) : NextPoint(),
    };

    public int Next(int bound) => _random.Next(bound);

    public Condition NextCondition(int depth) => _random.Next(depth == 0 ? 13 : 19) switch
    {
        0 => Condition.Kind(NextKind()),
        1 or 2 => Condition.During(NextSchedule()),
        < 6 => Condition.In(NextRegion()),
        6 => Condition.Key(NextKey()),
        7 => Condition.KeyStartsWith(NextKey()[.._random.Next(6)]),
        8 => Condition.Value((Comparison)_random.Next(5), NextValue()),
        9 => NextPresence(),
        10 => new OfOperand(NextOperand(), Comparison.Equal, NextAttribute()),
        11 => new OfOperand(HasTables && _random.Next(2) == 0 ? NextScore() : NextOperand(), (Comparison)_random.Next(5), NextValue()),
        12 => NextPair(),
        13 => !NextCondition(depth - 1),
        14 => Condition.Kind(NextKind()) & NextCondition(depth - 1),
        15 => new AnyOf([.. Enumerable.Range(0, _random.Next(5)).Select(_ => NextCondition(depth - 1))]),
        16 => NextCondition(depth - 1) | NextCondition(depth - 1),
        17 => new AllOf([.. Enumerable.Range(0, _random.Next(5)).Select(_ => NextCondition(depth - 1))]),
        _ => (Condition.Kind(NextKind()) | Condition.Kind(NextKind())) & Condition.In(NextRegion()) & !Condition.During(NextSchedule()),
    };

    public GeoPoint NextPoint() => _random.Next(6) switch
    {
        0 => new GeoPoint(90 - (20 * Square()), Degrees(-180, 180)),
        1 => new GeoPoint(-90 + (20 * Square()), Degrees(-180, 180)),
        2 => new GeoPoint(Degrees(-90, 90), 180 + Degrees(-3, 3)),
        3 => new GeoPoint(40 + Degrees(-1, 1), -75 + Degrees(-1, 1)),
        _ => new GeoPoint(Degrees(-90, 90), Degrees(-180, 180)),
    };

    private string NextKey() => "key-" + _random.Next(30);

    // Few, so that some are equal.
    private double NextValue() => _random.Next(-8, 8) / 4.0;

    private OfOperands NextPair()
    {
        var (operand, bound, comparison) = (NextPaired(), NextPaired(), (Comparison)_random.Next(5));
        return OfOperands.WhyNot(operand, comparison, bound) is null ? new OfOperands(operand, comparison, bound) : NextPair();
    }

    private Operand NextPaired() => _random.Next(5) switch { 0 => new FieldOperand(EventField.Value), 1 => NextRowKey(), _ => NextOperand() };

    private HasOperand NextPresence() => HasTables && _random.Next(4) == 0 ? new HasOperand(NextScore()) : HasTables && _random.Next(2) == 0 ? new HasOperand(new TableRow(NextTable(), NextRowKey())) : new HasOperand(NextOperand());

    private Operand NextOperand() => HasTables && _random.Next(2) == 0 ? new TableColumn(NextTable(), NextRowKey(), NextName().TrimStart('_')) : new AttributeOperand(NextName());

    private ModelScore NextScore() => Enumerable.Range(0, 1 + _random.Next(SampleTables.ModelsMax)).Select(_ => NextFeature()).ToList() is var features ? new ModelScore("sum-" + features.Count, features) : null!;

    private Operand NextFeature() => _random.Next(8) switch
    {
        0 => new FieldOperand(EventField.Latitude),
        1 => new FieldOperand(EventField.Longitude),
        < 4 => new FieldOperand(EventField.Value),
        _ => NextOperand(),
    };

    private string NextTable() => _random.Next(3) == 0 ? SampleTables.Banned : SampleTables.Fleet;

    private Operand NextRowKey() => _random.Next(4) switch { 0 => new AttributeOperand(NextName()), 1 => new FieldOperand(EventField.Kind), _ => new FieldOperand(EventField.Key) };

    private string NextName() => Names[_random.Next(Names.Length)];

    private AttributeValue NextAttribute() => _random.Next(4) switch
    {
        0 => NextValue(),
        1 => _random.Next(2) == 0,
        _ => "text-" + _random.Next(4),
    };

    private string NextKind() => "kind-" + _random.Next(6);

    private double Degrees(double from, double to) => from + (_random.NextDouble() * (to - from));

    private double Square() => _random.NextDouble() is var one ? one * one : 0;

    private Schedule NextSchedule() => new()
    {
        Days = (Weekdays)_random.Next(128),
        From = new TimeOnly(_random.Next(24), 15 * _random.Next(4)),
        Until = new TimeOnly(_random.Next(24), _random.Next(60)),
        TimeZone = Zones[_random.Next(Zones.Length)],
        FirstDate = _random.Next(3) == 0 ? new DateOnly(2024, 1 + _random.Next(12), 1) : null,
        LastDate = _random.Next(3) == 0 ? new DateOnly(2026, 1 + _random.Next(12), 1) : null,
    };

    private RegionCondition NextRegion()
    {
        switch (_random.Next(5))
        {
            case 0:
                var layer = (AreaLayer)_random.Next(5);
                return new AreaRegion(layer, StripeGeocoder.CodeAt(layer, NextPoint().Longitude));
            case 1:
                return RegionCondition.Cell(Geohash.Of(NextPoint(), 1 + _random.Next(_random.Next(2) == 0 ? 4 : 12)));
            case 2:
                return RegionCondition.Circle(NextPoint(), Math.Pow(10, Degrees(1, 7.35)));
            default:
                return NextPolygon();
        }
    }

    private PolygonRegion NextPolygon()
    {
        if (_random.Next(6) == 0) return new PolygonRegion([PolarRing(NextPoint().Latitude)]);
        var (centre, size) = (NextPoint(), Math.Pow(10, Degrees(-2, 1.8)));
        var ring = Star(centre, size);
        return _random.Next(3) == 0 ? new PolygonRegion([ring, Star(centre, size / 3)]) : new PolygonRegion([ring]);
    }

    private GeoPoint[] PolarRing(double latitude)
    {
        var ring = Enumerable.Range(0, 5).Select(i => new GeoPoint(Math.Clamp(latitude + Degrees(-5, 5), -90, 90), (72 * i) + Degrees(0, 60))).ToArray();
        if (_random.Next(2) == 0) Array.Reverse(ring);
        return ring;
    }

    private GeoPoint[] Star(GeoPoint centre, double size) => [.. Enumerable.Range(0, 3 + _random.Next(6)).Select(i =>
    {
        var (sine, cosine) = Math.SinCos(i + _random.NextDouble());
        var radius = size * (0.3 + _random.NextDouble());
        return new GeoPoint(Math.Clamp(centre.Latitude + (radius * sine), -90, 90), centre.Longitude + (radius * cosine));
    })];
}
