using System.Globalization;
using System.Text;
using Genie.Extensions.Genius.Messages;

namespace Genie.Benchmarks.Commands.Rules;

/// <summary>Rules and what is said of them, for a terminal.</summary>
internal static class RuleLines
{
    /// <summary>A rule on a line, and on others why it does not run, or what it names that is not there.</summary>
    public static string Of(RuleEntry rule)
    {
        var mode = rule.Mode switch { RuleModeValue.RuleActive => "active", RuleModeValue.RuleShadow => "shadow", _ => "disabled" };
        var line = $"{rule.Id}  {mode}  {rule.Text}";
        if (rule.Mode == RuleModeValue.RuleShadow) line += string.Create(CultureInfo.InvariantCulture, $"  ({rule.ShadowMatches:N0} matches)");
        if (rule.QuarantineReason.Length > 0) line += $"\n  does not run on this host: {rule.QuarantineReason}";
        return rule.Warning.Length == 0 ? line : $"{line}\n  warning: {rule.Warning}";
    }

    /// <summary>An explanation, a part a line, parts of parts further in.</summary>
    public static string Of(RuleExplanationNode explanation)
    {
        var lines = new StringBuilder();
        Add(explanation, 0, lines);
        return lines.ToString().TrimEnd();
    }

    /// <summary>An event on a line.</summary>
    public static string Of(Event value) => string.Create(
        CultureInfo.InvariantCulture, $"{value.Time.ToDateTime():yyyy-MM-dd HH:mm:ss}  {value.Key}  {value.Kind}  {value.Value:R}  at {value.Latitude:R}, {value.Longitude:R}");

    private static void Add(RuleExplanationNode node, int level, StringBuilder lines)
    {
        lines.Append(' ', 2 * level).Append(node.IsMet ? "yes  " : "no   ").Append(node.Text);
        if (node.Seen.Length > 0) lines.Append("  (").Append(node.Seen).Append(')');
        lines.Append('\n');
        foreach (var part in node.Parts) Add(part, level + 1, lines);
    }
}
