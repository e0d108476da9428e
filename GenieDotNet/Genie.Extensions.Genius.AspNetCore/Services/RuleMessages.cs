using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Resources;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Schedules;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Services;

/// <summary>Between rules and the messages of their service (<c>Protos/genie/genius/rules_service.proto</c>).</summary>
internal static class RuleMessages
{
    /// <summary>What a rule does.</summary>
    /// <exception cref="MalformedRuleException">This version does not know it.</exception>
    public static RuleMode ModeOf(RuleModeValue mode) => mode switch
    {
        RuleModeValue.RuleActive => RuleMode.Active,
        RuleModeValue.RuleShadow => RuleMode.Shadow,
        RuleModeValue.RuleDisabled => RuleMode.Disabled,
        _ => throw new MalformedRuleException($"There is no mode {(int)mode}."),
    };

    /// <summary>A condition of a request.</summary>
    /// <param name="text">The text.</param>
    /// <param name="field">The path of its field in the request.</param>
    /// <exception cref="RpcException">INVALID_ARGUMENT: it is none; the details name the field, and where in the text the mistake is.</exception>
    public static Condition Parse(string text, string field)
    {
        try
        {
            return RuleText.Parse(text);
        }
        catch (RuleTextException error)
        {
            throw CallErrors.InvalidField(field, error.Message);
        }
    }

    /// <summary>The status of a mistake in a condition; null for other errors.</summary>
    public static RpcException? StatusOf(Exception error) =>
        error is MalformedRuleException or InvalidRegionException or InvalidScheduleException or MissingResourceException or ArgumentException ? CallErrors.InvalidArgument(error) : null;

    /// <summary>A rule that is kept.</summary>
    public static RuleEntry ToMessage(StoredRule rule, long matches, long shadowMatches)
    {
        var entry = new RuleEntry
        {
            Id = rule.Id,
            Mode = rule.Mode switch { RuleMode.Active => RuleModeValue.RuleActive, RuleMode.Shadow => RuleModeValue.RuleShadow, _ => RuleModeValue.RuleDisabled },
            Version = rule.Version,
            ChangedAt = rule.ChangedAt.ToTimestamp(),
            QuarantineReason = rule.QuarantineReason ?? "",
            Matches = matches,
            ShadowMatches = shadowMatches,
        };
        if (rule.Rule is { } read) (entry.Text, entry.When) = (RuleText.Format(read.When), RuleCodec.ToMessage(read).When);
        return entry;
    }

    /// <summary>An explanation with all its parts.</summary>
    public static RuleExplanationNode ToMessage(RuleExplanation explanation)
    {
        var node = new RuleExplanationNode { Text = explanation.Text, IsMet = explanation.IsMet, Seen = explanation.Seen };
        node.Parts.AddRange(explanation.Parts.Select(ToMessage));
        return node;
    }

    /// <summary>What a dry run found.</summary>
    public static DryRunRuleResponse ToMessage(RuleDryRun dryRun)
    {
        var answer = new DryRunRuleResponse { Events = dryRun.Events, Matches = dryRun.Matches, Keys = dryRun.Keys };
        if (dryRun.Last is { } last) answer.Last = WithinHalf(EventCodec.ToMessage(last));
        answer.First.AddWithin(dryRun.First.Select(EventCodec.ToMessage).Select(WithinHalf), PageLimit.BytesMax - answer.CalculateSize());
        return answer;
    }

    // Two of any size fit into an answer: what a rule matched is told by everything but the payload.
    private static Event WithinHalf(Event value)
    {
        if (value.CalculateSize() > PageLimit.BytesMax / 2) value.Payload = Google.Protobuf.ByteString.Empty;
        return value;
    }
}
