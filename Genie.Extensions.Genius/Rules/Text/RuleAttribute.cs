using Genie.Extensions.Genius.Regions;

namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>What an event is asked for by name.</summary>
/// <param name="Name">Its name in texts.</param>
/// <param name="OfText">The condition of a text that it equals; null: it is no text.</param>
/// <param name="IsNumber">It is a number.</param>
internal sealed record RuleAttribute(string Name, Func<string, Condition>? OfText, bool IsNumber = false)
{
    /// <summary>The point behind it is taken already.</summary>
    public bool HasPoint { get; init; }

    /// <summary>All of them.</summary>
    public static IReadOnlyList<RuleAttribute> All { get; } =
    [
        new("kind", static text => new OfKind(text)),
        new("key", static text => new OfKey(text)),
        new("value", null, IsNumber: true),
        new("place", null),
        new("time", null),
        .. LayerNames.Select(static layer => new RuleAttribute("place." + layer.Name, text => new InRegion(new AreaRegion(layer.Layer, text)))),
    ];

    /// <summary>The layers of areas by their names behind <c>place.</c></summary>
    public static IReadOnlyList<(AreaLayer Layer, string Name)> LayerNames =>
    [
        (AreaLayer.Country, "country"), (AreaLayer.State, "state"), (AreaLayer.County, "county"), (AreaLayer.Place, "town"), (AreaLayer.PostalCode, "postal_code"),
    ];

    /// <summary>The condition that it stands to a literal as said.</summary>
    public Condition Compare(string relation, RuleLiteral literal, RuleParser parser)
    {
        if (OfText is null && !IsNumber) throw parser.Error(literal.Position, $"{Name} is compared with nothing; it has functions: {FunctionsOf(Name)}.");
        if (IsNumber) return CompareNumber(relation, literal, parser);
        if (literal.Text is not { } text) throw parser.Error(literal.Position, $"{Name} is a text: a text in quotes is expected.");
        return relation switch
        {
            "==" => OfText!(text),
            "!=" => new Not(OfText!(text)),
            _ => throw parser.Error(literal.Position, $"{Name} is a text: ==, != or in is expected, not {relation}."),
        };
    }

    /// <summary>The functions of an attribute, for a sentence.</summary>
    public static string FunctionsOf(string name) => name switch
    {
        "key" => "startsWith(\"…\")",
        "place" => "within(circle(latitude, longitude, metres)), within(polygon([[latitude, longitude], …])) and within(cell(\"…\"))",
        "time" => "during(\"Mon-Fri 09:00-17:00 Europe/Berlin\")",
        _ => "none",
    };

    private Condition CompareNumber(string relation, RuleLiteral literal, RuleParser parser)
    {
        if (literal.Text is not null) throw parser.Error(literal.Position, $"{Name} is a number: a number without quotes is expected.");
        return relation switch
        {
            "==" => new OfValue(Comparison.Equal, literal.Number),
            "!=" => new Not(new OfValue(Comparison.Equal, literal.Number)),
            "<" => new OfValue(Comparison.Less, literal.Number),
            "<=" => new OfValue(Comparison.LessOrEqual, literal.Number),
            ">" => new OfValue(Comparison.Greater, literal.Number),
            _ => new OfValue(Comparison.GreaterOrEqual, literal.Number),
        };
    }
}
