using System.CommandLine;
using Genie.Extensions.Genius.Messages;

namespace Genie.Benchmarks.Commands.Rules;

/// <summary><c>genie rules list</c>: all rules, what they do, and those that do not run.</summary>
internal static class RulesListCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var target = new RulesTarget();
        return target.CreateCommand("list", "Lists the rules, what they do, and why one does not run.", (parsed, client, cancellationToken) => RunAsync(target, parsed, client, cancellationToken));
    }

    private static async Task RunAsync(RulesTarget target, ParseResult parsed, GeniusRules.GeniusRulesClient client, CancellationToken cancellationToken)
    {
        var request = new ListRulesRequest();
        var count = 0;
        while (true)
        {
            var page = await client.ListRulesAsync(request, cancellationToken: cancellationToken).ConfigureAwait(false);
            foreach (var rule in page.Rules) await target.WriteAsync(parsed, rule, RuleLines.Of).ConfigureAwait(false);
            count += page.Rules.Count;
            if (page.HasMore)
            {
                request.AfterId = page.Rules[^1].Id;
                continue;
            }

            if (!parsed.GetValue(target.Json)) await parsed.InvocationConfiguration.Output.WriteLineAsync($"{count} rules, version {page.Version}").ConfigureAwait(false);
            return;
        }
    }
}
