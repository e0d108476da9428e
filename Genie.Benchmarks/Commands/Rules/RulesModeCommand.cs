using System.CommandLine;
using Genie.Extensions.Genius.Messages;

namespace Genie.Benchmarks.Commands.Rules;

/// <summary><c>genie rules enable</c>, <c>disable</c> and <c>shadow</c>: what a rule does.</summary>
internal static class RulesModeCommand
{
    /// <summary>The command of a mode.</summary>
    public static Command Create(string name, string description, RuleModeValue mode)
    {
        var target = new RulesTarget();
        var id = new Argument<string>("ID") { Description = "The rule's name." };
        return target.CreateCommand(
            name, description,
            async (parsed, client, cancellationToken) =>
            {
                var request = new SetRuleModeRequest { Id = parsed.GetRequiredValue(id), Mode = mode };
                await target.WriteAsync(parsed, await client.SetRuleModeAsync(request, cancellationToken: cancellationToken).ConfigureAwait(false), RuleLines.Of).ConfigureAwait(false);
            },
            id);
    }
}
