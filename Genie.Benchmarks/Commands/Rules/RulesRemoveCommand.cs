using System.CommandLine;
using Genie.Extensions.Genius.Messages;

namespace Genie.Benchmarks.Commands.Rules;

/// <summary><c>genie rules remove</c>: a rule goes; what it was stays on record.</summary>
internal static class RulesRemoveCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var target = new RulesTarget();
        var id = new Argument<string>("ID") { Description = "The rule's name." };
        return target.CreateCommand(
            "remove", "Takes a rule out; rollback to the version before brings it back.",
            async (parsed, client, cancellationToken) =>
            {
                var answer = await client.RemoveRuleAsync(new RemoveRuleRequest { Id = parsed.GetRequiredValue(id) }, cancellationToken: cancellationToken).ConfigureAwait(false);
                await target.WriteAsync(parsed, answer, each => $"removed, version {each.Version}").ConfigureAwait(false);
            },
            id);
    }
}
