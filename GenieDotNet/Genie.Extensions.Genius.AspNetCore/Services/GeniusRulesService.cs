using System.Text;
using Genie.EventStore;
using Genie.Extensions.Genius.AspNetCore.Callers;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Rules;
using Genie.Geocoding;
using Google.Rpc;
using Grpc.Core;
using Microsoft.Extensions.Hosting;

namespace Genie.Extensions.Genius.AspNetCore.Services;

/// <summary>The gRPC service <c>genie.genius.v1.GeniusRules</c> (<c>Protos/genie/genius/rules_service.proto</c>).</summary>
/// <param name="rules">The rules.</param>
/// <param name="matches">Counts what rules match.</param>
/// <param name="shadows">Counts what those in shadow mode would have matched.</param>
/// <param name="store">The events that a dry run reads.</param>
/// <param name="geocoder">Finds the areas that rules name.</param>
/// <param name="options">Which keys a caller is limited to.</param>
/// <param name="lifetime">Ends calls when the host stops.</param>
public sealed class GeniusRulesService(
    RuleStore rules, RuleMatches matches, ShadowRules shadows, IEventStore store, IReverseGeocoder geocoder, GeniusGrpcOptions options, IHostApplicationLifetime lifetime)
    : GeniusRules.GeniusRulesBase
{
    private const int PageMax = 1_000;
    private const int FirstMax = 100;

    // Those that are longer, of before there was a limit or by the library, can be read, changed and removed.
    private const int IdBytesMax = 256;

    /// <inheritdoc/>
    public override Task<RuleEntry> PutRule(PutRuleRequest request, ServerCallContext context) => AnswerAsync(context, async cancellationToken =>
    {
        options.Of(context).RequireAllKeys();
        RequireId(request.Id);
        var condition = request.ConditionCase switch
        {
            PutRuleRequest.ConditionOneofCase.Text => RuleMessages.Parse(request.Text, "text"),
            PutRuleRequest.ConditionOneofCase.When => RuleCodec.FromMessage(new RuleDefinition { Id = request.Id, When = request.When }).When,
            _ => throw new MalformedRuleException("A rule needs a condition: its text or its message."),
        };
        await rules.PutAsync(new Rule(request.Id, condition), RuleMessages.ModeOf(request.Mode), key: null, cancellationToken).ConfigureAwait(false);
        return EntryOf(request.Id);
    });

    /// <inheritdoc/>
    public override Task<RuleEntry> SetRuleMode(SetRuleModeRequest request, ServerCallContext context) => AnswerAsync(context, async cancellationToken =>
    {
        options.Of(context).RequireAllKeys();
        await rules.SetModeAsync(request.Id, RuleMessages.ModeOf(request.Mode), key: null, cancellationToken).ConfigureAwait(false);
        return EntryOf(request.Id);
    });

    /// <inheritdoc/>
    public override Task<RemoveRuleResponse> RemoveRule(RemoveRuleRequest request, ServerCallContext context) => AnswerAsync(context, async cancellationToken =>
    {
        options.Of(context).RequireAllKeys();
        await rules.LoadAsync(cancellationToken).ConfigureAwait(false);
        if (rules.Find(request.Id) is null) throw new UnknownRuleException(request.Id);
        await rules.ChangeAsync([RuleChange.Remove(request.Id)], key: null, cancellationToken).ConfigureAwait(false);
        return new RemoveRuleResponse { Version = rules.Version };
    });

    /// <inheritdoc/>
    public override Task<ListRulesResponse> ListRules(ListRulesRequest request, ServerCallContext context) => AnswerAsync(context, async cancellationToken =>
    {
        CallErrors.RequireAtLeastZero("rules_max", request.RulesMax);
        await rules.LoadAsync(cancellationToken).ConfigureAwait(false);
        var count = request.RulesMax == 0 ? PageMax : Math.Min(request.RulesMax, PageMax);
        var page = rules.List().SkipWhile(each => string.CompareOrdinal(each.Id, request.AfterId) <= 0).Take(count + 1).ToList();
        var answer = new ListRulesResponse { Version = rules.Version };
        var access = options.Of(context);
        answer.HasMore = !answer.Rules.AddWithin(page.Take(count).Select(rule => EntryOf(rule, access))) || page.Count > count;
        return answer;
    });

    /// <inheritdoc/>
    public override Task<RollBackRulesResponse> RollBackRules(RollBackRulesRequest request, ServerCallContext context) => AnswerAsync(context, async cancellationToken =>
    {
        options.Of(context).RequireAllKeys();
        await rules.LoadAsync(cancellationToken).ConfigureAwait(false);
        if (request.Version < 0 || request.Version > rules.Version) throw CallErrors.InvalidField("version", $"The rules have the versions 0, which has none of them, to {rules.Version}, the last one; there is no {request.Version}.");
        var changed = await rules.RollBackAsync(request.Version, cancellationToken).ConfigureAwait(false);
        return new RollBackRulesResponse { Changed = changed, Version = rules.Version };
    });

    /// <inheritdoc/>
    public override Task<RuleExplanationNode> ExplainRule(ExplainRuleRequest request, ServerCallContext context) => AnswerAsync(context, async cancellationToken =>
    {
        var subject = await SubjectOfAsync(request, options.Of(context), cancellationToken).ConfigureAwait(false);
        var condition = await ConditionOfAsync(request.Rule, cancellationToken).ConfigureAwait(false);
        return RuleMessages.ToMessage(await rules.ExplainAsync(condition, subject, cancellationToken).ConfigureAwait(false));
    });

    /// <inheritdoc/>
    public override Task<DryRunRuleResponse> DryRunRule(DryRunRuleRequest request, ServerCallContext context) => AnswerAsync(context, async cancellationToken =>
    {
        CallErrors.RequireAtLeastZero("first_max", request.FirstMax);
        var access = options.Of(context);
        access.RequireAnyKey();
        var rule = new Rule("dry-run", await ConditionOfAsync(request.Rule, cancellationToken).ConfigureAwait(false));
        var (from, until) = (request.From?.ToDateTimeOffset() ?? DateTimeOffset.MinValue, request.Until?.ToDateTimeOffset() ?? DateTimeOffset.MaxValue);
        return RuleMessages.ToMessage(
            await RuleDryRun.RunAsync(store, geocoder, rule, access.Allows, from, until, Math.Min(request.FirstMax, FirstMax), rules.Resources, cancellationToken).ConfigureAwait(false));
    });

    private static void RequireId(string id)
    {
        if (id.Length == 0) throw CallErrors.InvalidField("id", "A rule needs an id.");
        if (Encoding.UTF8.GetByteCount(id) is > IdBytesMax and var bytes) throw CallErrors.InvalidField("id", $"A rule's id has at most {IdBytesMax} bytes of UTF-8, and this one {bytes}.");
    }

    private async Task<RuleSubject> SubjectOfAsync(ExplainRuleRequest request, CallerAccess access, CancellationToken cancellationToken)
    {
        if (request.SubjectCase == ExplainRuleRequest.SubjectOneofCase.Position)
        {
            // Whose key it is is none of a caller's business who may not see it.
            return await rules.FindSubjectAsync(request.Position, cancellationToken).ConfigureAwait(false) is { } found && access.Allows(found.Key)
                ? found
                : throw CallErrors.Status(Code.NotFound, $"At position {request.Position} there is no event or fact of this caller's; a compaction may have removed it.");
        }

        var subject = request.SubjectCase switch
        {
            ExplainRuleRequest.SubjectOneofCase.Event => RuleSubject.Of(EventCodec.FromMessage(request.Event)),
            ExplainRuleRequest.SubjectOneofCase.Fact => RuleSubject.Of(request.Fact),
            _ => throw new RuleSubjectException("An event, a fact or the position of one is needed to explain a rule by."),
        };
        access.RequireKey(subject.Key);
        return subject;
    }

    private async Task<Condition> ConditionOfAsync(RuleChoice? choice, CancellationToken cancellationToken)
    {
        if (choice?.RuleCase == RuleChoice.RuleOneofCase.Text) return RuleMessages.Parse(choice.Text, "rule.text");
        if (choice?.RuleCase != RuleChoice.RuleOneofCase.Id) throw new MalformedRuleException("A rule's id is needed, or a condition as text.");
        await rules.LoadAsync(cancellationToken).ConfigureAwait(false);
        var stored = rules.Find(choice.Id) ?? throw new UnknownRuleException(choice.Id);
        return stored.Rule?.When ?? throw new InvalidRuleException(stored.Id, stored.QuarantineReason!);
    }

    private RuleEntry EntryOf(string id) => EntryOf(rules.Find(id) ?? throw new UnknownRuleException(id), CallerAccess.Everything);

    // What was counted is of all keys.
    private RuleEntry EntryOf(StoredRule rule, CallerAccess access)
    {
        var entry = access.IsLimited ? RuleMessages.ToMessage(rule, 0, 0) : RuleMessages.ToMessage(rule, matches.Of(rule.Id), shadows.MatchesOf(rule.Id));
        entry.Warning = rules.WarningOf(rule) ?? "";
        return entry;
    }

    private Task<T> AnswerAsync<T>(ServerCallContext context, Func<CancellationToken, Task<T>> answer) => CallErrors.AnswerAsync(context, answer, Translate, lifetime.ApplicationStopping);

    private static RpcException? Translate(Exception error) => error switch
    {
        UnknownRuleException => CallErrors.Status(Code.NotFound, error.Message),
        MalformedEventException or InvalidRuleException or RuleSubjectException => CallErrors.Status(Code.InvalidArgument, error.Message),
        _ => RuleMessages.StatusOf(error),
    };
}
