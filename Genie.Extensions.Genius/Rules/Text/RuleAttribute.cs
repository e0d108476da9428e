using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules.Operands;

namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>What an event is asked for by name.</summary>
/// <param name="Name">Its name in texts.</param>
/// <param name="OfText">The condition of a text that it equals; null: it is no text.</param>
/// <param name="IsNumber">It is a number.</param>
internal sealed record RuleAttribute(string Name, Func<string, Condition>? OfText, bool IsNumber = false)
{
    /// <summary>The point behind it is taken already.</summary>
    public bool HasPoint { get; init; }

    /// <summary>What it is where it may be text, number, true or false, or nothing.</summary>
    public Operand? Operand { get; private init; }

    /// <summary>What it is as the key of a reference table's row; null: it is none.</summary>
    public Operand? RowKey { get; private init; }

    /// <summary>What it is as a feature of a model; null: it is none.</summary>
    public Operand? Feature { get; private init; }

    /// <summary>What it is beside another operand; null: it is compared with none.</summary>
    public Operand? Paired => (Operand ?? Feature ?? RowKey) is { } operand && OfOperands.IsComparable(operand) ? operand : null;

    /// <summary>All that have names of their own.</summary>
    public static IReadOnlyList<RuleAttribute> All { get; } =
    [
        new("kind", static text => new OfKind(text)) { RowKey = new FieldOperand(EventField.Kind) },
        new("key", static text => new OfKey(text)) { RowKey = new FieldOperand(EventField.Key) },
        new("value", null, IsNumber: true) { Feature = new FieldOperand(EventField.Value) },
        new("place", null),
        new("time", null),
        .. LayerNames.Select(static layer => new RuleAttribute("place." + layer.Name, text => new InRegion(new AreaRegion(layer.Layer, text)))),
    ];

    /// <summary>The layers of areas by their names behind <c>place.</c></summary>
    public static IReadOnlyList<(AreaLayer Layer, string Name)> LayerNames =>
    [
        (AreaLayer.Country, "country"), (AreaLayer.State, "state"), (AreaLayer.County, "county"), (AreaLayer.Place, "town"), (AreaLayer.PostalCode, "postal_code"),
    ];

    /// <summary>An operand.</summary>
    public static RuleAttribute Of(Operand operand) => new(OperandTexts.Format(operand), TextOf(operand), IsNumber: operand is ModelScore or FactOperand { Kind: AttributeKind.Number })
    {
        Operand = operand,
        RowKey = operand as AttributeOperand,
        Feature = operand is AttributeOperand or TableColumn or FactOperand { Kind: AttributeKind.Number } ? operand : null,
    };

    private static Func<string, Condition>? TextOf(Operand operand) => operand is FactOperand { Kind: AttributeKind.Text } ? text => new OfOperand(operand, Comparison.Equal, text) : null;

    /// <summary>The condition that it stands to a literal as said.</summary>
    public Condition Compare(string relation, RuleLiteral literal, RuleParser parser)
    {
        if (Operand is not null && !IsNumber && OfText is null) return CompareOperand(Operand, relation, literal, parser);
        if (OfText is null && !IsNumber) throw parser.Error(literal.Position, $"{Name} is compared with nothing; it has functions: {FunctionsOf(Name)}.");
        if (IsNumber) return CompareNumber(relation, literal, parser);
        if (literal.Value.Kind != AttributeKind.Text) throw parser.Error(literal.Position, $"{Name} is a text: a text in quotes is expected.");
        if (Operand is FactOperand { Source: FactSource.Geofence, Field: "change" } && !FactOperand.Changes.Contains(literal.Value.Text))
            throw parser.Error(literal.Position, $"a fence is never '{literal.Value.Text}'; it is {string.Join(", ", FactOperand.Changes)}.");
        return relation switch
        {
            "==" => OfText!(literal.Value.Text),
            "!=" => new Not(OfText!(literal.Value.Text)),
            _ => throw parser.Error(literal.Position, $"{Name} is a text: ==, != or in is expected, not {relation}."),
        };
    }

    /// <summary>The condition that it stands to another attribute as said.</summary>
    public Condition Compare(string relation, RuleAttribute other, int position, RuleParser parser)
    {
        if (Paired is not { } operand) throw parser.Error(position, $"{Name} is compared with no other attribute.");
        if (other.Paired is not { } bound) throw parser.Error(position, $"{other.Name} is no value to compare with.");
        return Compare(relation, comparison => OfOperands.WhyNot(operand, comparison, bound) is { } reason ? throw parser.Error(position, reason) : new OfOperands(operand, comparison, bound));
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
        if (literal.Value.Kind != AttributeKind.Number) throw parser.Error(literal.Position, $"{Name} is a number: a number without quotes is expected.");
        return Compare(relation, comparison => Operand is null ? new OfValue(comparison, literal.Value.Number) : new OfOperand(Operand, comparison, literal.Value));
    }

    private static Condition CompareOperand(Operand operand, string relation, RuleLiteral literal, RuleParser parser)
    {
        if (literal.Value.Kind != AttributeKind.Number && relation is not ("==" or "!="))
            throw parser.Error(literal.Position, $"only numbers are compared by {relation}: a number without quotes is expected.");
        return Compare(relation, comparison => new OfOperand(operand, comparison, literal.Value));
    }

    private static Condition Compare(string relation, Func<Comparison, Condition> make) => relation switch
    {
        "==" => make(Comparison.Equal),
        "!=" => new Not(make(Comparison.Equal)),
        "<" => make(Comparison.Less),
        "<=" => make(Comparison.LessOrEqual),
        ">" => make(Comparison.Greater),
        _ => make(Comparison.GreaterOrEqual),
    };
}
