using System.CommandLine;
using System.Globalization;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Benchmarks.Commands.Rules;

/// <summary><c>genie rules dry-run</c>: what a rule would have matched.</summary>
internal static class RulesDryRunCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var target = new RulesTarget();
        var rule = new RuleChoiceOptions();
        var from = Options.Of<Timestamp?>("--from", "Events of this instant and later: 2026-01-01 or 2026-01-01T09:00:00Z.", null, ReadTime);
        var until = Options.Of<Timestamp?>("--until", "Events before this instant.", null, ReadTime);
        var first = Options.OfCount("--first", "How many of the first matches are shown.", "3", max: 100);
        return target.CreateCommand(
            "dry-run", "Tries a rule against the events that were processed before: how often it would have matched. Nothing else happens.",
            async (parsed, client, cancellationToken) =>
            {
                var request = new DryRunRuleRequest
                {
                    Rule = await rule.ReadAsync(parsed, cancellationToken).ConfigureAwait(false),
                    From = from.Read(parsed),
                    Until = until.Read(parsed),
                    FirstMax = (int)first.Read(parsed),
                };
                await target.WriteAsync(parsed, await client.DryRunRuleAsync(request, cancellationToken: cancellationToken).ConfigureAwait(false), ToText).ConfigureAwait(false);
            },
            rule.Text, rule.Id, from, until, first);
    }

    private static string ToText(DryRunRuleResponse answer)
    {
        var lines = new List<string> { string.Create(CultureInfo.InvariantCulture, $"would have matched {answer.Matches:N0} of {answer.Events:N0} events, of {answer.Keys:N0} keys") };
        lines.AddRange(answer.First.Select(each => "  " + RuleLines.Of(each)));
        if (answer.Last is { } last && answer.Matches > answer.First.Count) lines.Add("  last: " + RuleLines.Of(last));
        return string.Join('\n', lines);
    }

    private static Timestamp? ReadTime(string text) => DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time)
        ? time.ToTimestamp() : throw new FormatException($"'{text}' is no time; 2026-01-01 or 2026-01-01T09:00:00Z is expected.");
}
