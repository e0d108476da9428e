using System.CommandLine;
using Genie.Benchmarks.Commands.Rules;

namespace Genie.Benchmarks.Commands;

/// <summary><c>genie rules</c>: the rules of a host of Genius.</summary>
internal static class RulesCommand
{
    /// <summary>The command.</summary>
    public static Command Create() => new("rules")
    {
        RulesPutCommand.Create(),
        RulesListCommand.Create(),
        RulesModeCommand.Create("enable", "Events match it from now on.", Extensions.Genius.Messages.RuleModeValue.RuleActive),
        RulesModeCommand.Create("disable", "Nothing matches it from now on; it is kept.", Extensions.Genius.Messages.RuleModeValue.RuleDisabled),
        RulesModeCommand.Create("shadow", "Events are tried against it from now on and counted, without any effect.", Extensions.Genius.Messages.RuleModeValue.RuleShadow),
        RulesRemoveCommand.Create(),
        RulesRollBackCommand.Create(),
        RulesExplainCommand.Create(),
        RulesDryRunCommand.Create(),
    };
}
