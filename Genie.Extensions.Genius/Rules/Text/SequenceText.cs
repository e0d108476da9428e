using System.Globalization;
using System.Text;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Streams.Patterns;

namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>
/// Sequences and absences that rules define themselves: <c>sequence(rule("failed"), rule("entered"), "10m")</c>, <c>absence(rule("ordered"), rule("paid"), "30m")</c>. Each is a pattern whose name is that text, so
/// what is written the same is the same pattern.
/// </summary>
internal static class SequenceText
{
    /// <summary>The characters that one may have; it is part of streams' names.</summary>
    public const int LengthMax = 512;

    private const string Sequence = "sequence";
    private const string Absence = "absence";
    private const char VersionMark = '@';

    private static readonly (char Unit, long Seconds)[] Units = [('d', 86_400), ('h', 3_600), ('m', 60), ('s', 1)];

    /// <summary>How they are written, for a sentence.</summary>
    public static string Example { get; } = """sequence(rule("A"), rule("B"), "10m")""";

    /// <summary>The pattern whose first word was taken; null: that is none.</summary>
    public static FactOperand? Take(RuleToken first, RuleParser parser, RuleOperands operands)
    {
        if (first.Text is not (Sequence or Absence)) return null;
        var definition = operands.InParentheses(() => TakeDefinition(first, parser, operands));
        return definition.Name.Length <= LengthMax
            ? new FactOperand(FactSource.Pattern, definition.Name)
            : throw parser.Error(first.Position, $"it has {definition.Name.Length} characters; at most {LengthMax} may be.");
    }

    /// <summary>The definition of a pattern by its name; null: rules do not define it.</summary>
    public static PatternDefinition? Read(string name)
    {
        if (name.Length > LengthMax || !(name.StartsWith(Sequence + "(", StringComparison.Ordinal) || name.StartsWith(Absence + "(", StringComparison.Ordinal))) return null;
        try
        {
            var parser = new RuleParser(name);
            var operands = new RuleOperands(parser);
            var first = parser.Take();
            var definition = operands.InParentheses(() => TakeDefinition(first, parser, operands));

            // Another way to write it is another name, which nothing derives.
            return parser.Token.Kind == RuleTokenKind.End && definition.Name == name ? definition : null;
        }
        catch (RuleTextException)
        {
            return null;
        }
    }

    /// <summary>The definition by its name and version (<see cref="PatternDefinition.Id"/>); null: rules do not define it.</summary>
    public static PatternDefinition? ReadId(string id)
    {
        var end = id.LastIndexOf(')') + 1;
        if (end == id.Length) return Read(id);
        return id[end] == VersionMark && int.TryParse(id.AsSpan(end + 1), NumberStyles.None, CultureInfo.InvariantCulture, out var version) && Read(id[..end]) is { } definition
            ? definition with { Version = version }
            : null;
    }

    private static PatternDefinition TakeDefinition(RuleToken first, RuleParser parser, RuleOperands operands)
    {
        var steps = new List<string>();
        while (parser.Token.Kind != RuleTokenKind.Text)
        {
            steps.Add(TakeStep(parser, operands));
            parser.Expect(",");
        }

        if (steps.Count is < 2 or > PatternDefinition.StepsMax) throw parser.Error(first.Position, $"it has {steps.Count} steps; 2 to {PatternDefinition.StepsMax} rules are wanted, and then the time: {Example}.");
        var position = parser.Token.Position;
        var within = SpanOf(parser.Take().Text) ?? throw parser.Error(position, """a time is expected here, of at least a second: "90s", "10m", "1h30m", "2d".""");
        var isAbsence = first.Text == Absence;
        return new PatternDefinition { Name = NameOf(first.Text, steps, within), Steps = steps, Within = within, IsAbsence = isAbsence };
    }

    private static string TakeStep(RuleParser parser, RuleOperands operands)
    {
        var position = parser.Token.Position;
        if (!parser.Token.IsWord("rule")) throw parser.Error(position, $"a step is a rule, by its name, and the last is the time: {Example}.");
        parser.Take();
        var name = operands.InParentheses(operands.TakeText);
        return name.Length > 0 ? name : throw parser.Error(position, "the name of a rule is expected here.");
    }

    private static string NameOf(string word, IReadOnlyList<string> steps, TimeSpan within) =>
        $"{word}({string.Join(", ", steps.Select(static step => $"rule({RuleFormatter.Quote(step)})"))}, \"{TextOf(within)}\")";

    private static string TextOf(TimeSpan span)
    {
        var (text, rest) = (new StringBuilder(), (long)span.TotalSeconds);
        foreach (var (unit, seconds) in Units)
        {
            if (rest >= seconds) text.Append(CultureInfo.InvariantCulture, $"{rest / seconds}{unit}");
            rest %= seconds;
        }

        return text.ToString();
    }

    // Larger units first, each once.
    private static TimeSpan? SpanOf(string text)
    {
        var (total, next, start) = (0L, 0, 0);
        for (var i = 0; i < text.Length; i++)
        {
            if (char.IsAsciiDigit(text[i])) continue;
            var unit = Array.FindIndex(Units, each => each.Unit == text[i]);
            if (unit < next || !int.TryParse(text.AsSpan(start, i - start), NumberStyles.None, CultureInfo.InvariantCulture, out var count)) return null;
            total += count * Units[unit].Seconds;
            (next, start) = (unit + 1, i + 1);
        }

        return start == text.Length && total > 0 && total <= (long)PatternMatcher.TimeMax.TotalSeconds ? TimeSpan.FromSeconds(total) : null;
    }
}
