using System.Globalization;
using System.Text;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Schedules;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>Writes conditions as text.</summary>
internal static class RuleFormatter
{
    // How tightly an operator binds: || less than &&, that less than == and in, and these less than !.
    private const int Or = 0;
    private const int And = 1;
    private const int Relation = 2;
    private const int Unary = 3;

    /// <summary>The text of a condition.</summary>
    public static string Format(Condition condition) => Format(condition, Or);

    private static string Format(Condition condition, int within) => Bare(condition) switch
    {
        AllOf { Conditions: [] } => "true",
        AnyOf { Conditions: [] } => "false",
        AllOf all => InParentheses(Join(all.Conditions, " && ", And), within > And),
        AnyOf any when ListOf(any) is { } list => InParentheses(list, within > Relation),
        AnyOf any => InParentheses(Join(any.Conditions, " || ", Or), within > Or),
        Not not => FormatOpposite(Bare(not.Inner), within),
        OfOperand { Comparison: Comparison.Equal, Bound.IsTrue: true } truth => OperandTexts.Format(truth.Operand),
        HasOperand { Operand: FactOperand { Field: null } fact } => RuleFacts.Format(fact),
        HasOperand { Operand: TableRow row } => InParentheses(OperandTexts.Format(row), within > Relation),
        HasOperand has => $"has({OperandTexts.Format(has.Operand)})",
        OfValue or OfOperand or OfOperands or OfKind or OfKey or InRegion { Region: AreaRegion } => InParentheses(Compare(Bare(condition), "=="), within > Relation),
        OfKeyPrefix prefix => $"key.startsWith({Quote(prefix.Prefix)})",
        DuringSchedule during => $"time.during({Quote(ScheduleText.Format(during.Schedule))})",
        InRegion inside => $"place.within({Format(inside.Region)})",
        _ => throw new InvalidOperationException($"{condition.GetType().Name} has no text."),
    };

    // A chain of one part is that part.
    private static Condition Bare(Condition condition) => condition switch
    {
        AllOf { Conditions: [var only] } => Bare(only),
        AnyOf { Conditions: [var only] } => Bare(only),
        _ => condition,
    };

    private static string FormatOpposite(Condition inner, int within) =>
        inner is OfKind or OfKey or OfValue { Comparison: Comparison.Equal } or OfOperands { Comparison: Comparison.Equal } or OfOperand { Comparison: Comparison.Equal, Bound.IsTrue: false } or InRegion { Region: AreaRegion }
        ? InParentheses(Compare(inner, "!="), within > Relation)
        : "!" + Format(inner, Unary);

    // Of a chain in a chain of its own sort the parentheses stay, so that what is read is what was written.
    private static string Join(IReadOnlyList<Condition> conditions, string symbol, int level) => string.Join(symbol, conditions.Select(each => Format(each, level + 1)));

    /// <summary><c>kind in [...]</c> where all are of one attribute; else null.</summary>
    private static string? ListOf(AnyOf any)
    {
        var parts = any.Conditions.Select(static each => EqualityOf(Bare(each))).ToList();
        if (parts.Any(part => part is null || part.Value.Attribute != parts[0]!.Value.Attribute)) return null;
        return $"{parts[0]!.Value.Attribute} in [{string.Join(", ", parts.Select(part => part!.Value.Literal))}]";
    }

    private static (string Attribute, string Literal)? EqualityOf(Condition condition) => condition switch
    {
        OfKind kind => ("kind", Quote(kind.EventKind)),
        OfKey key => ("key", Quote(key.EventKey)),
        OfOperand { Comparison: Comparison.Equal } equal => (OperandTexts.Format(equal.Operand), OperandTexts.Format(equal.Bound)),
        OfValue { Comparison: Comparison.Equal } equal => ("value", Number(equal.Bound)),
        InRegion { Region: AreaRegion area } => ("place." + RuleAttribute.LayerNames.First(each => each.Layer == area.Layer).Name, Quote(area.Code)),
        _ => null,
    };

    private static string Compare(Condition condition, string equality)
    {
        if (condition is OfOperands pair) return $"{OperandTexts.Format(pair.Operand)} {(pair.Comparison == Comparison.Equal ? equality : RelationOf(pair.Comparison))} {OperandTexts.Format(pair.Bound)}";
        if (EqualityOf(condition) is var (attribute, literal)) return $"{attribute} {equality} {literal}";
        return condition is OfOperand compared
            ? $"{OperandTexts.Format(compared.Operand)} {RelationOf(compared.Comparison)} {OperandTexts.Format(compared.Bound)}"
            : $"value {RelationOf(((OfValue)condition).Comparison)} {Number(((OfValue)condition).Bound)}";
    }

    private static string RelationOf(Comparison comparison) => comparison switch
    {
        Comparison.Less => "<",
        Comparison.LessOrEqual => "<=",
        Comparison.Greater => ">",
        _ => ">=",
    };

    private static string Format(RegionCondition region) => region switch
    {
        CellRegion cell => $"cell({Quote(cell.Geohash)})",
        CircleRegion circle => $"circle({Number(circle.Centre.Latitude)}, {Number(circle.Centre.Longitude)}, {Number(Math.Min(circle.RadiusMetres, double.MaxValue))})",
        PolygonRegion polygon => $"polygon({string.Join(", ", polygon.Rings.Select(ring => $"[{string.Join(", ", ring.Select(Format))}]"))})",
        _ => throw new InvalidOperationException($"{region.GetType().Name} has no text."),
    };

    private static string Format(GeoPoint point) => $"[{Number(point.Latitude)}, {Number(point.Longitude)}]";

    private static string Number(double number) => number.ToString("R", CultureInfo.InvariantCulture);

    private static string InParentheses(string text, bool isWanted) => isWanted ? $"({text})" : text;

    /// <summary>A text in quotes.</summary>
    public static string Quote(string text)
    {
        var quoted = new StringBuilder(text.Length + 2).Append('"');
        for (var i = 0; i < text.Length; i++)
        {
            var each = text[i];
            if (each is '"' or '\\') quoted.Append('\\').Append(each);

            // Other readers of CEL refuse halves of a pair as escapes, so a whole pair is written as it is.
            else if (char.IsSurrogatePair(text, i)) quoted.Append(each).Append(text[++i]);
            else if (char.IsControl(each) || char.IsSurrogate(each)) quoted.Append(CultureInfo.InvariantCulture, $"\\u{(int)each:x4}");
            else quoted.Append(each);
        }

        return quoted.Append('"').ToString();
    }
}
