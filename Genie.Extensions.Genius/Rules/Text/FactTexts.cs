using Genie.Extensions.Genius.Rules.Operands;

namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>What explanations say of facts.</summary>
internal static class FactTexts
{
    /// <summary>What is seen of a fact, for a sentence.</summary>
    public static string Seen(FactOperand operand, RuleView view)
    {
        var text = RuleFacts.Format(operand);
        if (operand.Source == FactSource.Rule) return $"{text} {SeenRule(operand.Name, view)}";
        if (view.Fact is not { } fact) return $"{text} is not there: this is an event";
        var source = RuleFacts.Format(new FactOperand(fact.Source, fact.Name));
        if (!view.IsOf(operand)) return $"{text} is not there: this is a fact of {source}";
        if (operand.Field is not { } field) return $"this is a fact of {source}";
        return fact.Fields.TryGet(field, out var value) ? $"{text} is {OperandTexts.Format(value)}" : $"{text} is not there";
    }

    private static string SeenRule(string id, RuleView view)
    {
        if (view.Rules.Contains(id)) return "is met";
        if (view.FindRule is not { } find) return "is not met";
        return find(id) switch
        {
            null => "is not met: there is no such rule",
            { QuarantineReason: { } reason } => $"is not met: it does not run on this host: {reason}",
            { Mode: RuleMode.Shadow } => "is not met: it is in shadow mode",
            { Mode: RuleMode.Disabled } => "is not met: it is disabled",
            { Rule: { } rule } when !view.IsTriedWith(rule) => "is not met: it is about events, and this is a fact",
            _ => "is not met",
        };
    }
}
