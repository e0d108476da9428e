using System.Globalization;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Schedules;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Why an event or a fact meets a condition or not, down to the last part.</summary>
/// <param name="Text">The condition (<see cref="RuleText"/>).</param>
/// <param name="IsMet">Whether it is met.</param>
/// <param name="Seen">What the event or fact has there; empty for what is made of parts.</param>
/// <param name="Parts">The parts of it.</param>
public sealed record RuleExplanation(string Text, bool IsMet, string Seen, IReadOnlyList<RuleExplanation> Parts)
{
    /// <summary>Explains a condition.</summary>
    /// <param name="condition">The condition.</param>
    /// <param name="value">The event.</param>
    /// <param name="place">What lies at its place.</param>
    /// <param name="resources">What the condition may ask for beside events; null: nothing.</param>
    /// <exception cref="InvalidRegionException">A region is none.</exception>
    /// <exception cref="InvalidScheduleException">A schedule is none.</exception>
    /// <exception cref="MissingResourceException">It asks for what is not among <paramref name="resources"/>.</exception>
    public static RuleExplanation Of(Condition condition, GeniusEvent value, in PlaceAnswer place, RuleResources? resources = null)
    {
        ArgumentNullException.ThrowIfNull(condition);
        ArgumentNullException.ThrowIfNull(value);
        return Of(condition, new RuleView(value, place, resources));
    }

    /// <summary>Explains a condition by an event or a fact; rules that it names are parts of it.</summary>
    internal static RuleExplanation Of(Condition condition, RuleView view)
    {
        IReadOnlyList<RuleExplanation> parts = condition switch
        {
            AllOf all => [.. all.Conditions.Select(each => Of(each, view))],
            AnyOf any => [.. any.Conditions.Select(each => Of(each, view))],
            Not not => [Of(not.Inner, view)],
            HasOperand { Operand: FactOperand { Source: FactSource.Rule } named } when view.ConditionOf(named.Name) is { } when => [Of(when, view)],
            _ => [],
        };
        return new RuleExplanation(RuleText.Format(condition), RuleEvaluator.Meets(condition, view), SeenBy(condition, view), parts);
    }

    private static string SeenBy(Condition condition, RuleView view) => condition switch
    {
        OfKind or OfValue or InRegion when view.Fact is not null => "a fact has no kind, value or place",
        OfKind => $"kind is \"{view.Value.Kind}\"",
        OfKey or OfKeyPrefix => $"key is \"{view.Value.Key}\"",
        OfValue => string.Create(CultureInfo.InvariantCulture, $"value is {view.Value.Value:R}"),
        OfOperand compared => OperandTexts.Seen(compared.Operand, view),
        OfOperands pair => $"{OperandTexts.Seen(pair.Operand, view)}, {OperandTexts.Seen(pair.Bound, view)}",
        HasOperand has => OperandTexts.Seen(has.Operand, view),
        DuringSchedule during => LocalTime(during.Schedule.TimeZone, view.Value.Time),
        InRegion { Region: AreaRegion area } => AreaOf(area.Layer, view.Place) is { } found ? $"place is in {found.Name} ({found.Code})" : "place is in no such area of the map",
        InRegion { Region: CircleRegion circle } => DistanceTo(circle, view.Value.Place),
        InRegion => Coordinates(view.Value.Place),
        _ => "",
    };

    private static string LocalTime(string zone, DateTimeOffset time)
    {
        var local = new DateTime(ZoneClock.Of(zone).LocalTicksAt(time.UtcTicks), DateTimeKind.Unspecified);
        return string.Create(CultureInfo.InvariantCulture, $"time is {local:ddd yyyy-MM-dd HH:mm:ss} in {zone}");
    }

    private static Area? AreaOf(AreaLayer layer, in PlaceAnswer place) => layer switch
    {
        AreaLayer.Country => place.Country,
        AreaLayer.State => place.State,
        AreaLayer.County => place.County,
        AreaLayer.Place => place.Place,
        _ => place.PostalCode,
    };

    private static string DistanceTo(CircleRegion circle, GeoPoint point)
    {
        var (from, to) = (Position.Of(circle.Centre), Position.Of(point));
        if (!to.IsValid) return Coordinates(point);
        var metres = CircleShape.MetresOf(UnitVector.Of(from.Latitude, from.Longitude).ChordSquaredTo(UnitVector.Of(to.Latitude, to.Longitude)));
        return string.Create(CultureInfo.InvariantCulture, $"{Coordinates(point)}, {metres:0.#} m from the centre");
    }

    private static string Coordinates(GeoPoint point) => string.Create(CultureInfo.InvariantCulture, $"place is {point.Latitude:R}, {point.Longitude:R}");
}
