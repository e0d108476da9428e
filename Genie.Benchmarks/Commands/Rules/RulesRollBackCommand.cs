using System.CommandLine;
using Genie.Extensions.Genius.Messages;

namespace Genie.Benchmarks.Commands.Rules;

/// <summary><c>genie rules rollback</c>: all rules as they were at a version.</summary>
internal static class RulesRollBackCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var target = new RulesTarget();
        var version = new Argument<long>("VERSION") { Description = "The version that they were at, as list and every change tell it; 0: no rules." };
        return target.CreateCommand(
            "rollback", "Makes all rules what they were at a version, by further changes: it can be rolled back in its turn.",
            async (parsed, client, cancellationToken) =>
            {
                var answer = await client.RollBackRulesAsync(new RollBackRulesRequest { Version = parsed.GetValue(version) }, cancellationToken: cancellationToken).ConfigureAwait(false);
                await target.WriteAsync(parsed, answer, each => $"{each.Changed} rules changed, version {each.Version}").ConfigureAwait(false);
            },
            version);
    }
}
