using System.Globalization;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Schedules;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>Reads what conditions are about: attributes, their functions, literals and regions.</summary>
internal sealed class RuleOperands(RuleParser parser)
{
    private const string RowKeyExpected = "a row's key is kind, key or attributes.NAME.";

    private static readonly string Known = string.Join(", ", [.. RuleAttribute.All.Select(static each => each.Name), "attributes.NAME", "lookup(\"TABLE\", KEY).NAME", "model(\"NAME\", FEATURE, …)", .. RuleFacts.Sources.Select(static each => each.Name + "(\"NAME\")"), SequenceText.Example]);

    /// <summary>An attribute.</summary>
    public RuleAttribute TakeAttribute()
    {
        if (parser.Token.Kind != RuleTokenKind.Identifier) throw parser.Expected("an attribute of the event");
        var first = parser.Take();
        var name = first.Text;
        if (name == "place" && parser.Token.Is(".")) return TakePlace();
        if (TakeOperand(first) is { } operand) return RuleAttribute.Of(operand);
        return RuleAttribute.All.FirstOrDefault(each => each.Name == name) ?? throw parser.Error(first.Position, $"'{name}' is no attribute of an event. There are {Known}.");
    }

    /// <summary>A function of an attribute, behind its point.</summary>
    public Condition TakeCall(RuleAttribute attribute)
    {
        if (parser.Token.Kind != RuleTokenKind.Identifier) throw parser.Expected("a function");
        var function = parser.Take();
        return (attribute.Name, function.Text) switch
        {
            ("key", "startsWith") => new OfKeyPrefix(InParentheses(TakeText)),
            ("time", "during") => new DuringSchedule(InParentheses(TakeSchedule)),
            ("place", "within") => new InRegion(InParentheses(TakeRegion)),
            _ => throw parser.Error(function.Position, $"{attribute.Name} has no function '{function.Text}'; it has {RuleAttribute.FunctionsOf(attribute.Name)}."),
        };
    }

    /// <summary>A text, a number, true or false.</summary>
    public RuleLiteral TakeLiteral()
    {
        var position = parser.Token.Position;
        if (parser.Token.Kind == RuleTokenKind.Text) return new RuleLiteral(parser.Take().Text, position);
        if (parser.Token.IsWord("true") || parser.Token.IsWord("false")) return new RuleLiteral(parser.Take().Text == "true", position);
        return new RuleLiteral(TakeNumber(), position);
    }

    /// <summary>What <c>has(…)</c> asks for, behind its name.</summary>
    public HasOperand TakeHas() => InParentheses(() =>
    {
        var position = parser.Token.Position;
        return new HasOperand(TakeAttribute().Operand ?? throw parser.Error(position, "every event has this; has(attributes.NAME) asks for what some have."));
    });

    /// <summary>What follows <c>in</c>, if it is a table.</summary>
    public HasOperand? TakeTable(RuleAttribute attribute)
    {
        if (!parser.Token.IsWord("table")) return null;
        var position = parser.Take().Position;
        var table = InParentheses(TakeText);
        return new HasOperand(new TableRow(table, attribute.RowKey ?? throw parser.Error(position, RowKeyExpected)));
    }

    private Operand? TakeOperand(RuleToken first) => first.Text switch
    {
        "attributes" => new AttributeOperand(TakeName()),
        "lookup" => TakeLookup(),
        "model" => InParentheses(TakeModel),
        _ => RuleFacts.Take(first, parser, this),
    };

    private TableColumn TakeLookup()
    {
        var (table, key) = InParentheses(() =>
        {
            var table = TakeText();
            parser.Expect(",");
            var position = parser.Token.Position;
            return (table, TakeAttribute().RowKey ?? throw parser.Error(position, RowKeyExpected));
        });
        return new TableColumn(table, key, TakeName());
    }

    private ModelScore TakeModel()
    {
        var position = parser.Token.Position;
        var model = TakeText();
        if (model.Length == 0) throw parser.Error(position, "a model's name is expected here.");
        var features = new List<Operand>();
        while (parser.TryTake(",")) features.Add(TakeFeature());
        return features.Count is > 0 and <= ModelScore.FeaturesMax
            ? new ModelScore(model, features)
            : throw parser.Error(position, $"a model takes 1 to {ModelScore.FeaturesMax} features behind its name, not {features.Count}.");
    }

    private Operand TakeFeature()
    {
        var position = parser.Token.Position;
        if (parser.Token.IsWord("place"))
        {
            parser.Take();
            parser.Expect(".");
            if (parser.Token.IsWord("latitude") || parser.Token.IsWord("longitude")) return new FieldOperand(parser.Take().Text == "latitude" ? EventField.Latitude : EventField.Longitude);
        }
        else if (TakeAttribute().Feature is { } feature)
        {
            return feature;
        }

        throw parser.Error(position, "a feature is value, place.latitude, place.longitude, attributes.NAME, lookup(\"TABLE\", KEY).NAME or a number of a fact.");
    }

    // Behind a point.
    private string TakeName()
    {
        parser.Expect(".");
        var name = parser.Token.Kind == RuleTokenKind.Identifier ? parser.Take() : throw parser.Expected("a name");
        return EventAttributes.IsName(name.Text) ? name.Text : throw parser.Error(name.Position, $"names have at most {EventAttributes.NameLengthMax} characters.");
    }

    // Its point is taken here, since what follows may be a layer, or a function of the place.
    private RuleAttribute TakePlace()
    {
        parser.Take();
        if (parser.Token.IsWord("within")) return new RuleAttribute("place", null) { HasPoint = true };
        var layer = parser.Take();
        return RuleAttribute.All.FirstOrDefault(each => each.Name == "place." + layer.Text)
            ?? throw parser.Error(layer.Position, $"{layer} is nothing that a place has. There are {string.Join(", ", RuleAttribute.LayerNames.Select(static each => each.Name))} and within(…).");
    }

    /// <summary>What is between parentheses.</summary>
    public T InParentheses<T>(Func<T> takeArgument)
    {
        parser.Expect("(");
        var argument = takeArgument();
        parser.Expect(")");
        return argument;
    }

    /// <summary>A text in quotes.</summary>
    public string TakeText() => parser.Token.Kind == RuleTokenKind.Text ? parser.Take().Text : throw parser.Expected("a text in quotes");

    private double TakeNumber()
    {
        var isNegative = parser.TryTake("-");
        if (parser.Token.Kind != RuleTokenKind.Number) throw parser.Expected(isNegative ? "a number" : "a text in quotes or a number");
        var token = parser.Take();
        if (!double.TryParse(token.Text, NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent, CultureInfo.InvariantCulture, out var number) || !double.IsFinite(number))
            throw parser.Error(token.Position, $"{token} is no number; 3, 0.5 and 1e6 are.");
        return isNegative ? -number : number;
    }

    private Schedule TakeSchedule()
    {
        var position = parser.Token.Position;
        var text = TakeText();
        try
        {
            return ScheduleText.Parse(text);
        }
        catch (InvalidScheduleException error)
        {
            throw parser.Error(position, error.Message, error);
        }
    }

    private RegionCondition TakeRegion()
    {
        var position = parser.Token.Position;
        return (parser.Token.Kind == RuleTokenKind.Identifier ? parser.Take().Text : "") switch
        {
            "circle" => InParentheses(TakeCircle),
            "polygon" => InParentheses(TakePolygon),
            "cell" => InParentheses(() => RegionCondition.Cell(TakeText())),
            _ => throw parser.Error(position, "a region is expected here: circle(latitude, longitude, metres), polygon([[latitude, longitude], …]) or cell(\"…\")."),
        };
    }

    private CircleRegion TakeCircle()
    {
        var latitude = TakeNumber();
        parser.Expect(",");
        var longitude = TakeNumber();
        parser.Expect(",");
        return RegionCondition.Circle(new GeoPoint(latitude, longitude), TakeNumber());
    }

    private PolygonRegion TakePolygon()
    {
        var rings = new List<IReadOnlyList<GeoPoint>>();
        do
        {
            rings.Add(parser.TakeList(TakePoint));
        }
        while (parser.TryTake(","));

        return new PolygonRegion(rings);
    }

    private GeoPoint TakePoint()
    {
        var position = parser.Token.Position;
        return parser.TakeList(TakeNumber) is [var latitude, var longitude] ? new GeoPoint(latitude, longitude) : throw parser.Error(position, "a point is [latitude, longitude].");
    }
}
