using System.Globalization;
using System.Text;
using Genie.Extensions.Genius.Rules.Operands;
using Genie.Extensions.Genius.Streams.Patterns;

namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>
/// Sequences and absences that rules define themselves: <c>sequence(kind == "failed", rule("entered"), "10m")</c>, <c>absence(rule("ordered"), kind == "paid", "30m")</c>. Each is a pattern whose name is that text, so
/// what is written the same is the same pattern. Up to two more times may follow: how far events may be out of order, and the idle timeout.
/// </summary>
internal static class SequenceText
{
    /// <summary>The bytes of UTF-8 that one may have; it is part of streams' names.</summary>
    public const int BytesMax = 512;

    private const string Sequence = "sequence";
    private const string Absence = "absence";
    private const char VersionMark = '@';

    private static readonly PatternDefinition Default = new() { Name = Sequence, Steps = [], Within = TimeSpan.Zero };
    private static readonly (char Unit, long Seconds)[] Units = [('d', 86_400), ('h', 3_600), ('m', 60), ('s', 1)];

    /// <summary>How they are written, for a sentence.</summary>
    public static string Example { get; } = """sequence(kind == "A", rule("B"), "10m")""";

    /// <summary>The pattern whose first word was taken; null: that is none.</summary>
    public static FactOperand? Take(RuleToken first, RuleParser parser, RuleOperands operands)
    {
        if (first.Text is not (Sequence or Absence)) return null;
        var definition = operands.InParentheses(() => TakeDefinition(first, parser));
        var bytes = Encoding.UTF8.GetByteCount(definition.Name);
        return bytes <= BytesMax
            ? new FactOperand(FactSource.Pattern, definition.Name)
            : throw parser.Error(first.Position, $"it has {bytes} bytes; at most {BytesMax} may be. Make long steps rules of their own, and name these.");
    }

    /// <summary>The definition of a pattern by its name; null: rules do not define it.</summary>
    public static PatternDefinition? Read(string name)
    {
        if (Encoding.UTF8.GetByteCount(name) > BytesMax || !(name.StartsWith(Sequence + "(", StringComparison.Ordinal) || name.StartsWith(Absence + "(", StringComparison.Ordinal))) return null;
        try
        {
            var parser = new RuleParser(name);
            var operands = new RuleOperands(parser);
            var first = parser.Take();
            var definition = operands.InParentheses(() => TakeDefinition(first, parser));

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

    private static PatternDefinition TakeDefinition(RuleToken first, RuleParser parser)
    {
        var steps = new List<string>();
        while (parser.Token.Kind != RuleTokenKind.Text)
        {
            steps.Add(TakeStep(parser));
            parser.Expect(",");
        }

        if (steps.Count is < 2 or > PatternDefinition.StepsMax)
            throw parser.Error(first.Position, $"it has {steps.Count} steps; 2 to {PatternDefinition.StepsMax} rules or conditions are wanted, and then the time: {Example}.");
        var read = Default with { Steps = steps, IsAbsence = first.Text == Absence, Within = TakeSpan(parser, minimum: 1) };
        if (parser.TryTake(",")) read = read with { OutOfOrder = TakeSpan(parser, minimum: 0) };
        if (parser.TryTake(",")) read = read with { IdleTimeout = TakeSpan(parser, minimum: 1) };
        return read with { Name = NameOf(first.Text, read) };
    }

    private static string TakeStep(RuleParser parser)
    {
        var position = parser.Token.Position;
        var condition = parser.TakeCondition();
        if (condition is HasOperand { Operand: FactOperand { Source: FactSource.Rule } rule })
            return StepConditions.TextOf(rule.Name) is null ? rule.Name : throw parser.Error(position, "the name of a rule is expected here.");
        return !ConditionOperands.AskDerivedFacts(condition)
            ? StepConditions.StepOf(condition)
            : throw parser.Error(position, "a step is an event: windows, patterns, geofences and sequences are facts, and no part of it.");
    }

    private static TimeSpan TakeSpan(RuleParser parser, long minimum)
    {
        var position = parser.Token.Position;
        if (parser.Token.Kind == RuleTokenKind.Text && SpanOf(parser.Take().Text) is { } seconds && seconds >= minimum) return TimeSpan.FromSeconds(seconds);
        throw parser.Error(position, $"""a time is expected here, of at least {(minimum == 0 ? "no" : "a")} second: "90s", "10m", "1h30m", "2d".""");
    }

    private static string NameOf(string word, PatternDefinition read)
    {
        IEnumerable<TimeSpan> times = read.IdleTimeout != Default.IdleTimeout ? [read.Within, read.OutOfOrder, read.IdleTimeout]
            : read.OutOfOrder != Default.OutOfOrder ? [read.Within, read.OutOfOrder] : [read.Within];
        return $"{word}({string.Join(", ", [.. read.Steps.Select(TextOf), .. times.Select(static each => $"\"{TextOf(each)}\"")])})";
    }

    private static string TextOf(string step) => StepConditions.TextOf(step) ?? $"rule({RuleFormatter.Quote(step)})";

    private static string TextOf(TimeSpan span)
    {
        var (text, rest) = (new StringBuilder(), (long)span.TotalSeconds);
        if (rest == 0) return "0s";
        foreach (var (unit, seconds) in Units)
        {
            if (rest >= seconds) text.Append(CultureInfo.InvariantCulture, $"{rest / seconds}{unit}");
            rest %= seconds;
        }

        return text.ToString();
    }

    // Larger units first, each once.
    private static long? SpanOf(string text)
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

        return text.Length > 0 && start == text.Length && total <= (long)PatternMatcher.TimeMax.TotalSeconds ? total : null;
    }
}
