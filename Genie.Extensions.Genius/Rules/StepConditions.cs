using Genie.Extensions.Genius.Rules.Text;

namespace Genie.Extensions.Genius.Rules;

/// <summary>Conditions that are steps of sequences, beside names of rules: they stand among the steps as their text behind a mark.</summary>
internal static class StepConditions
{
    // In no condition's text, where control characters are escaped.
    private const char Mark = '\n';

    /// <summary>The step that a condition is.</summary>
    public static string StepOf(Condition condition) => OfText(RuleText.Format(condition));

    /// <summary>The step that a condition's text is.</summary>
    public static string OfText(string text) => Mark + text;

    /// <summary>The text of a step's condition; null: the step is a rule, by its name.</summary>
    public static string? TextOf(string step) => step[0] == Mark ? step[1..] : null;

    /// <summary>A step's condition; null: the step is a rule, by its name.</summary>
    public static Condition? Read(string step) => TextOf(step) is { } text ? RuleText.Parse(text) : null;
}
