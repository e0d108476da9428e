using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Geocoding;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.Rules;

/// <summary>A fact as rules see it.</summary>
/// <param name="Source">What derived it.</param>
/// <param name="Name">The definition's name.</param>
/// <param name="Key">The key that it is about.</param>
/// <param name="Time">When it was, in event time.</param>
/// <param name="Fields">What it says.</param>
internal sealed record DerivedFact(FactSource Source, string Name, string Key, DateTimeOffset Time, EventAttributes Fields)
{
    /// <summary>True if it takes an earlier one back, and is none of its own.</summary>
    public bool IsRetraction { get; private init; }

    /// <summary>The fact of a record; null: of a kind that rules are not about.</summary>
    public static DerivedFact? Of(Output output) => output.FactCase switch
    {
        Output.FactOneofCase.WindowClosed => Of(output.WindowClosed),
        Output.FactOneofCase.FenceTransitioned => Of(output.FenceTransitioned),
        Output.FactOneofCase.PatternMatched when output.PatternMatched is { } found => OfPattern(found.Pattern, found.Key, found.Times[0], found.Times[^1]),
        Output.FactOneofCase.AbsenceNoticed when output.AbsenceNoticed is { } noticed => OfPattern(noticed.Pattern, noticed.Key, noticed.Times[0], noticed.Deadline),
        _ => null,
    };

    /// <summary>It as an event without kind, value and place.</summary>
    public GeniusEvent ToEvent() => new() { Key = Key, RequestKey = default, Kind = "", Time = Time, Place = new GeoPoint(double.NaN, double.NaN), Value = double.NaN };

    private static DerivedFact Of(WindowClosed fact) => new(FactSource.Window, fact.Window, fact.Key, fact.End.ToDateTimeOffset(), FieldsOf(fact)) { IsRetraction = fact.IsRetracted };

    private static EventAttributes FieldsOf(WindowClosed fact)
    {
        var fields = new List<KeyValuePair<string, AttributeValue>> { new("count", fact.Count), new("distinct", fact.Distinct), new("revision", fact.Revision) };
        Add(fields, "sum", fact.Sum);
        Add(fields, "min", fact.Min);
        Add(fields, "max", fact.Max);
        Add(fields, "average", fact.Sum / fact.Count);
        if (fact.Top is [{ Item.Length: <= EventAttributes.TextLengthMax } top, ..]) fields.Add(new("top", top.Item));
        return EventAttributes.Of([.. fields]);
    }

    private static DerivedFact Of(FenceTransitioned fact)
    {
        var fields = new List<KeyValuePair<string, AttributeValue>> { new("change", ChangeOf(fact.Change)), new("seconds", Seconds(fact.Entered, fact.Time)) };
        if (fact.Fence.Length <= EventAttributes.TextLengthMax) fields.Add(new("fence", fact.Fence));
        return new DerivedFact(FactSource.Geofence, fact.Geofence, fact.Key, fact.Time.ToDateTimeOffset(), EventAttributes.Of([.. fields]));
    }

    private static DerivedFact OfPattern(string name, string key, Timestamp first, Timestamp end) =>
        new(FactSource.Pattern, name, key, end.ToDateTimeOffset(), [new("seconds", Seconds(first, end))]);

    private static string ChangeOf(FenceTransitioned.Types.Change change) => change switch
    {
        FenceTransitioned.Types.Change.Entered => "entered",
        FenceTransitioned.Types.Change.Dwelled => "dwelled",
        FenceTransitioned.Types.Change.Left => "left",
        FenceTransitioned.Types.Change.Crossed => "crossed",
        _ => "",
    };

    // What events brought may be no number.
    private static void Add(List<KeyValuePair<string, AttributeValue>> fields, string name, double number)
    {
        if (double.IsFinite(number)) fields.Add(new(name, number));
    }

    private static double Seconds(Timestamp from, Timestamp to) => (to.ToDateTimeOffset() - from.ToDateTimeOffset()).TotalSeconds;
}
