using Genie.Extensions.Genius.Rules.Operands;

namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>Reads what conditions say of facts.</summary>
internal static class RuleFacts
{
    /// <summary>What they are called in texts.</summary>
    public static IReadOnlyList<(FactSource Source, string Name)> Sources { get; } =
        [(FactSource.Window, "window"), (FactSource.Pattern, "pattern"), (FactSource.Geofence, "geofence"), (FactSource.Rule, "rule")];

    /// <summary>The fact whose source was taken; null: that is none.</summary>
    public static FactOperand? Take(RuleToken first, RuleParser parser, RuleOperands operands)
    {
        var fact = SequenceText.Take(first, parser, operands) ?? TakeNamed(first, parser, operands);
        if (fact is null || !parser.TryTake(".")) return fact;
        var field = parser.Token.Kind == RuleTokenKind.Identifier ? parser.Token : throw parser.Expected("a name");
        var fields = FactOperand.FieldsOf(fact.Source);
        if (fields.ContainsKey(field.Text)) return fact with { Field = parser.Take().Text };
        throw parser.Error(field.Position, $"a {first.Text} has no {field}; it has {(fields.Count == 0 ? "nothing" : string.Join(", ", fields.Keys))}.");
    }

    /// <summary>The text of a fact, or of what it says.</summary>
    public static string Format(FactOperand fact)
    {
        var isOwn = fact.Source == FactSource.Pattern && SequenceText.Read(fact.Name) is not null;
        var text = isOwn ? fact.Name : $"{Sources.First(each => each.Source == fact.Source).Name}({RuleFormatter.Quote(fact.Name)})";
        return fact.Field is null ? text : $"{text}.{fact.Field}";
    }

    private static FactOperand? TakeNamed(RuleToken first, RuleParser parser, RuleOperands operands)
    {
        if (Sources.FirstOrDefault(each => each.Name == first.Text) is not (var source, { } word)) return null;
        var position = parser.Token.Position;
        var name = operands.InParentheses(operands.TakeText);
        return name.Length > 0 ? new FactOperand(source, name) : throw parser.Error(position, $"the name of a {word} is expected here.");
    }
}
