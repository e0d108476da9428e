using System.CommandLine;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf;

namespace Genie.Benchmarks.Commands.Rules;

/// <summary><c>genie rules explain</c>: why an event matches or not.</summary>
internal static class RulesExplainCommand
{
    /// <summary>The command.</summary>
    public static Command Create()
    {
        var target = new RulesTarget();
        var rule = new RuleChoiceOptions();
        var value = new Option<string>("--event")
        {
            Description = """The event as JSON: {"key":"truck-7","sequence":"1","kind":"parked","time":"2026-01-01T09:00:00Z","latitude":40,"longitude":-75,"value":2.5}""",
            Required = true,
        };
        return target.CreateCommand(
            "explain", "Tells why an event matches a rule or not, down to the last part of its condition.",
            async (parsed, client, cancellationToken) =>
            {
                var request = new ExplainRuleRequest { Rule = await rule.ReadAsync(parsed, cancellationToken).ConfigureAwait(false), Event = Read(parsed.GetRequiredValue(value)) };
                await target.WriteAsync(parsed, await client.ExplainRuleAsync(request, cancellationToken: cancellationToken).ConfigureAwait(false), RuleLines.Of).ConfigureAwait(false);
            },
            rule.Text, rule.Id, value);
    }

    private static Event Read(string text)
    {
        try
        {
            return Event.Parser.ParseJson(text);
        }
        catch (Exception error) when (error is InvalidProtocolBufferException or InvalidJsonException)
        {
            throw new BadArgumentException($"--event: {error.Message}", error);
        }
    }
}
