using System.CommandLine;

namespace Genie.Benchmarks.Commands.Rules;

/// <summary><c>genie rules explain</c>: why an event or a fact matches or not.</summary>
internal static class RulesExplainCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var target = new RulesTarget();
        var rule = new RuleChoiceOptions();
        var subject = new RuleSubjectOptions();
        return target.CreateCommand(
            "explain", "Tells why an event, or a derived fact, matches a rule or not, down to the last part of its condition.",
            async (parsed, client, cancellationToken) =>
            {
                var request = subject.Read(parsed);
                request.Rule = await rule.ReadAsync(parsed, cancellationToken).ConfigureAwait(false);
                await target.WriteAsync(parsed, await client.ExplainRuleAsync(request, cancellationToken: cancellationToken).ConfigureAwait(false), RuleLines.Of).ConfigureAwait(false);
            },
            rule.Text, rule.Id, subject.Event, subject.Position, subject.Fact);
    }
}
