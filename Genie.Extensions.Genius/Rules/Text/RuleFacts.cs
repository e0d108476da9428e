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
        if (Sources.FirstOrDefault(each => each.Name == first.Text) is not (var source, { } word)) return null;
        var position = parser.Token.Position;
        var name = operands.InParentheses(operands.TakeText);
        if (name.Length == 0) throw parser.Error(position, $"the name of a {word} is expected here.");
        if (!parser.TryTake(".")) return new FactOperand(source, name);
        var field = parser.Token.Kind == RuleTokenKind.Identifier ? parser.Token : throw parser.Expected("a name");
        if (FactOperand.FieldsOf(source).ContainsKey(field.Text)) return new FactOperand(source, name, parser.Take().Text);
        throw parser.Error(field.Position, $"a {word} has no {field}; it has {(FactOperand.FieldsOf(source).Count == 0 ? "nothing" : string.Join(", ", FactOperand.FieldsOf(source).Keys))}.");
    }

    /// <summary>The text of a fact, or of what it says.</summary>
    public static string Format(FactOperand fact)
    {
        var text = $"{Sources.First(each => each.Source == fact.Source).Name}({RuleFormatter.Quote(fact.Name)})";
        return fact.Field is null ? text : $"{text}.{fact.Field}";
    }
}
