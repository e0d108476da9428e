namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>
/// Conditions as text: the part of the Common Expression Language (CEL, language definition, "Syntax") that an index can be made of.
/// <c>kind == "parked" &amp;&amp; value &gt; 3.5 &amp;&amp; place.state in ["US-PA", "US-NJ"] &amp;&amp; !time.during("Sat-Sun 00:00-00:00 UTC")</c>
/// </summary>
/// <remarks>
/// Attributes: <c>kind</c>, <c>key</c>, <c>value</c>, <c>place.country</c>, <c>place.state</c>, <c>place.county</c>, <c>place.town</c>, <c>place.postal_code</c>, and the event's own: <c>attributes.speed</c>.
/// Reference tables: <c>attributes.driver in table("banned")</c>, <c>lookup("fleet", key).depot == "west"</c>. Models: <c>model("fraud.onnx", value, attributes.speed, place.latitude) &gt; 0.8</c>.
/// Facts: <c>window("minutes").count &gt; 100</c>, <c>pattern("silent")</c>, <c>geofence("yards").change == "left"</c>, <c>rule("fast")</c>;
/// sequences of a rule's own: <c>sequence(kind == "failed", rule("entered"), "10m")</c>, <c>absence(rule("ordered"), kind == "paid", "30m")</c>.
/// Functions: <c>has(attributes.speed)</c>, <c>key.startsWith("truck-")</c>, <c>place.within(circle(latitude, longitude, metres))</c>, <c>place.within(polygon([[latitude, longitude], …], …))</c>,
/// <c>place.within(cell("dr4e"))</c>, <c>time.during("Mon-Fri 09:00-17:00 Europe/Berlin")</c> (<see cref="Schedules.ScheduleText"/>). Operators:
/// <c>&amp;&amp;</c>, <c>||</c>, <c>!</c>, parentheses, <c>==</c>, <c>!=</c>, <c>in</c> a list, and for numbers also <c>&lt;</c>, <c>&lt;=</c>, <c>&gt;</c>, <c>&gt;=</c>. Numbers need no decimal point;
/// comments go from <c>//</c> to the end of the line.
/// </remarks>
public static class RuleText
{
    /// <summary>The characters that a text may have.</summary>
    public const int LengthMax = 256 << 10;

    /// <summary>Reads a condition.</summary>
    /// <exception cref="RuleTextException">It is none: where, and what is expected. A region or schedule that is well written but none is found when the rule is put in.</exception>
    public static Condition Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        if (text.Length > LengthMax) throw new RuleTextException(1, 1, $"it has {text.Length:N0} characters; at most {LengthMax:N0} are read.");
        return new RuleParser(text).Parse();
    }

    /// <summary>The text of a condition, on one line; <see cref="Parse"/> reads the same meaning from it.</summary>
    public static string Format(Condition condition)
    {
        ArgumentNullException.ThrowIfNull(condition);
        return RuleFormatter.Format(condition);
    }
}
