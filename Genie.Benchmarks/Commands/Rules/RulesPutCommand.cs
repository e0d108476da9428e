using System.CommandLine;
using Genie.Extensions.Genius.Messages;

namespace Genie.Benchmarks.Commands.Rules;

/// <summary><c>genie rules put</c>: a rule by its text.</summary>
internal static class RulesPutCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var target = new RulesTarget();
        var id = new Argument<string>("ID") { Description = "The rule's name; a rule of the same name is replaced." };
        var text = new Argument<string>("TEXT") { Description = "The condition, for instance: kind == \"parked\" && value > 3.5; - reads it from standard input." };
        var shadow = new Option<bool>("--shadow") { Description = "Events are tried against it and counted, without any effect." };
        return target.CreateCommand(
            "put", "Puts a rule in.",
            async (parsed, client, cancellationToken) =>
            {
                var request = new PutRuleRequest
                {
                    Id = parsed.GetRequiredValue(id),
                    Text = await RuleInput.ReadAsync(parsed.GetRequiredValue(text), parsed, cancellationToken).ConfigureAwait(false),
                    Mode = parsed.GetValue(shadow) ? RuleModeValue.RuleShadow : RuleModeValue.RuleActive,
                };
                await target.WriteAsync(parsed, await client.PutRuleAsync(request, cancellationToken: cancellationToken).ConfigureAwait(false), RuleLines.Of).ConfigureAwait(false);
            },
            id, text, shadow);
    }
}
