using System.Text;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Schedules;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Tests.Rules;

/// <summary>The meaning of conditions, said a second time by other means: bisection, haversines, a way to the North Pole, spans of local time.</summary>
internal static class NaiveEvaluator
{
    public static bool Meets(Condition condition, GeniusEvent value) => condition switch
    {
        AllOf all => all.Conditions.All(each => Meets(each, value)),
        AnyOf any => any.Conditions.Any(each => Meets(each, value)),
        Not not => !Meets(not.Inner, value),
        OfKind kind => kind.EventKind == value.Kind,
        OfKey key => key.EventKey == value.Key,
        OfKeyPrefix prefix => value.Key.Length >= prefix.Prefix.Length && value.Key[..prefix.Prefix.Length] == prefix.Prefix,
        OfValue { Comparison: Comparison.Equal } bound => value.Value.Equals(bound.Bound),
        OfValue { Comparison: Comparison.Less or Comparison.LessOrEqual } bound => value.Value.CompareTo(bound.Bound) < (bound.Comparison == Comparison.Less ? 0 : 1),
        OfValue bound => value.Value.CompareTo(bound.Bound) > (bound.Comparison == Comparison.Greater ? 0 : -1),
        HasOperand has => ValueOf(has.Operand, value) is not null,
        OfOperand compared => ValueOf(compared.Operand, value) is { } operand && IsMet(operand, compared.Comparison, compared.Bound),
        OfOperands pair => ValueOf(pair.Operand, value) is { } operand && ValueOf(pair.Bound, value) is { } bound && IsMet(operand, pair.Comparison, bound),
        DuringSchedule during => IsDuring(during.Schedule, value.Time),
        InRegion inside => Math.Abs(value.Place.Latitude) <= 90 && IsIn(inside.Region, value.Place),
        _ => throw new ArgumentException(condition.GetType().Name),
    };

    private static AttributeValue? ValueOf(Operand operand, GeniusEvent value) => operand switch
    {
        AttributeOperand attribute => value.Attributes.TryGet(attribute.Attribute, out var own) ? own : default(AttributeValue?),
        FieldOperand { Field: EventField.Kind } => value.Kind,
        FieldOperand { Field: EventField.Key } => value.Key,
        TableRow row => RowOf(row.Table, row.Key, value) is null ? default(AttributeValue?) : true,
        TableColumn column => RowOf(column.Table, column.Key, value)?.TryGet(column.Column, out var found) == true ? found : default(AttributeValue?),
        FieldOperand { Field: EventField.Value } => value.Value,
        FieldOperand field => PlaceOf(field.Field, value.Place),
        ModelScore score => ScoreOf(score, value),
        _ => throw new ArgumentException(operand.GetType().Name),
    };

    // Once more around the Earth is the same place, and its longitude is from -180 to below 180.
    private static AttributeValue? PlaceOf(EventField field, GeoPoint place)
    {
        if (!(Math.Abs(place.Latitude) <= 90)) return null;
        if (field == EventField.Latitude) return place.Latitude;
        var longitude = place.Longitude;
        while (longitude >= 180) longitude -= 360;
        while (longitude < -180) longitude += 360;
        return longitude;
    }

    private static AttributeValue? ScoreOf(ModelScore score, GeniusEvent value)
    {
        var features = new List<double>();
        foreach (var each in score.Features)
        {
            if (ValueOf(each, value) is not { Kind: AttributeKind.Number or AttributeKind.Boolean } feature) return null;
            features.Add(feature.Kind == AttributeKind.Boolean ? (feature.IsTrue ? 1 : 0) : feature.Number);
        }

        return SampleModel.ScoreOf([.. features]) is var number && double.IsNaN(number) ? null : number;
    }

    private static EventAttributes? RowOf(string table, Operand key, GeniusEvent value) =>
        ValueOf(key, value) is { Kind: AttributeKind.Text } text ? SampleTables.Rows[table].GetValueOrDefault(text.Text) : null;

    private static bool IsMet(AttributeValue operand, Comparison comparison, AttributeValue bound)
    {
        if (operand.Kind != bound.Kind || (operand.Kind != AttributeKind.Number && comparison != Comparison.Equal)) return false;
        var order = operand.Kind == AttributeKind.Number ? operand.Number.CompareTo(bound.Number) : operand == bound ? 0 : -1;
        return comparison switch { Comparison.Equal => order == 0, Comparison.Less => order < 0, Comparison.LessOrEqual => order <= 0, Comparison.Greater => order > 0, _ => order >= 0 };
    }

    public static bool IsDuring(Schedule schedule, DateTimeOffset time)
    {
        var local = TimeZoneInfo.ConvertTime(time, TimeZoneInfo.FindSystemTimeZoneById(schedule.TimeZone)).DateTime;
        foreach (var day in new[] { DateOnly.FromDateTime(local).AddDays(-1), DateOnly.FromDateTime(local) })
        {
            if (!schedule.Days.HasFlag((Weekdays)(1 << (int)day.DayOfWeek)) || day < schedule.FirstDate || day > schedule.LastDate) continue;
            var begin = day.ToDateTime(schedule.From);
            var end = (schedule.Until <= schedule.From ? day.AddDays(1) : day).ToDateTime(schedule.Until);
            if (local >= begin && local < end) return true;
        }

        return false;
    }

    public static bool IsIn(RegionCondition region, GeoPoint point) => region switch
    {
        AreaRegion area => point.Latitude >= -60 && StripeGeocoder.CodeAt(area.Layer, point.Longitude) == area.Code,
        CellRegion cell => GeohashByBisection(point, cell.Geohash.Length) == cell.Geohash,
        CircleRegion circle => Haversine(circle.Centre, point) <= circle.RadiusMetres,
        PolygonRegion polygon => polygon.Rings.Count(ring => IsInRing(ring, point)) % 2 == 1,
        _ => throw new ArgumentException(region.GetType().Name),
    };

    public static double Haversine(GeoPoint a, GeoPoint b)
    {
        static double Half(double degrees) => Math.Sin(double.DegreesToRadians(degrees) / 2);
        var (latitude, longitude) = (Half(b.Latitude - a.Latitude), Half(b.Longitude - a.Longitude));
        var cosines = Math.Cos(double.DegreesToRadians(a.Latitude)) * Math.Cos(double.DegreesToRadians(b.Latitude));
        return 2 * 6_371_008.771 * Math.Asin(Math.Min(1, Math.Sqrt((latitude * latitude) + (cosines * longitude * longitude))));
    }

    private static string GeohashByBisection(GeoPoint point, int length)
    {
        var (south, north, west, east) = (-90.0, 90.0, -180.0, 180.0);
        var longitude = Math.IEEERemainder(point.Longitude, 360);
        var text = new StringBuilder();
        for (var (bit, digit) = (1, 0); text.Length < length; bit++)
        {
            digit <<= 1;
            if (bit % 2 == 1)
            {
                var middle = (west + east) / 2;
                if (longitude >= middle) (west, digit) = (middle, digit | 1);
                else east = middle;
            }
            else
            {
                var middle = (south + north) / 2;
                if (point.Latitude >= middle) (south, digit) = (middle, digit | 1);
                else north = middle;
            }

            if (bit % 5 != 0) continue;
            text.Append("0123456789bcdefghjkmnpqrstuvwxyz"[digit]);
            digit = 0;
        }

        return text.ToString();
    }

    /// <summary>Counts the edges that the meridian north of the point crosses; the pole is inside if the ring goes around it eastwards.</summary>
    private static bool IsInRing(IReadOnlyList<GeoPoint> ring, GeoPoint point)
    {
        var turn = 0.0;
        var crossings = 0;
        for (var i = 0; i < ring.Count; i++)
        {
            var (a, b) = (ring[i], ring[(i + 1) % ring.Count]);
            var step = Math.IEEERemainder(b.Longitude - a.Longitude, 360);
            turn += step;
            var from = Math.IEEERemainder(a.Longitude - point.Longitude, 360);
            var to = from + step;
            var at = from <= 0 == to <= 0 ? (from <= 360 == to <= 360 ? (from <= -360 == to <= -360 ? double.NaN : -360) : 360) : 0;
            if (double.IsNaN(at)) continue;
            if (a.Latitude + ((b.Latitude - a.Latitude) * (at - from) / step) > point.Latitude) crossings++;
        }

        return (crossings % 2 == 1) ^ (turn > 180);
    }
}
