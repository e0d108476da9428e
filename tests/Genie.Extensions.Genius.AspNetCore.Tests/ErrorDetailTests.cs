using Genie.Extensions.Genius.AspNetCore.Callers;
using Genie.Extensions.Genius.AspNetCore.Services;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf.WellKnownTypes;
using Google.Rpc;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>What programs read of an error: google.rpc's details.</summary>
public sealed class ErrorDetailTests
{
    [Fact]
    public async Task A_mistake_in_a_text_names_its_field_and_where_it_is()
    {
        await using var server = await GeniusServer.StartAsync();
        var rules = new GeniusRules.GeniusRulesClient(server.Channel);
        var keys = new GeniusKeys.GeniusKeysClient(server.Channel);
        Assert.Equal("text: Line 2, column 8", await ViolationAsync(rules.PutRuleAsync(new PutRuleRequest { Id = "r", Text = "// fast\nvalue >" })));
        Assert.Equal("rule.text: Line 1, column 8", await ViolationAsync(rules.DryRunRuleAsync(new DryRunRuleRequest { Rule = new RuleChoice { Text = "value >" } })));
        Assert.Equal("where.text: Line 1, column 8", await ViolationAsync(keys.FindKeysAsync(new FindKeysRequest { Where = new KeyCondition { Text = "value >" } })));
    }

    [Fact]
    public async Task What_is_out_of_range_is_told_by_the_field_s_name_and_in_no_words_of_the_code()
    {
        await using var server = await GeniusServer.StartAsync();
        var rules = new GeniusRules.GeniusRulesClient(server.Channel);
        var events = new GeniusEvents.GeniusEventsClient(server.Channel);
        Assert.Equal("version: The rules have the versions", await ViolationAsync(rules.RollBackRulesAsync(new RollBackRulesRequest { Version = 999 })));
        Assert.Equal("version: The rules have the versions", await ViolationAsync(rules.RollBackRulesAsync(new RollBackRulesRequest { Version = -1 })));
        Assert.Equal("rules_max: rules_max is at least 0", await ViolationAsync(rules.ListRulesAsync(new ListRulesRequest { RulesMax = -1 })));
        Assert.Equal("events_max: events_max is at least 0", await ViolationAsync(events.EventPollAsync(new PollRequest { Consumer = "c", EventsMax = -5 })));
        Assert.Equal("wait: wait is at least 0 s", await ViolationAsync(events.EventPollAsync(new PollRequest { Consumer = "c", Wait = Duration.FromTimeSpan(TimeSpan.FromSeconds(-5)) })));
        Assert.Equal("consumer: A poll needs", await ViolationAsync(events.EventPollAsync(new PollRequest())));
        Assert.Equal("after_position: after_position is a position", await ViolationAsync(events.Subscribe(new SubscribeRequest { AfterPosition = -7 }).ResponseStream.MoveNext(default)));
        await rules.PutRuleAsync(new PutRuleRequest { Id = new string('é', 128), Text = "true" });
        Assert.Equal("id: A rule's id has at most 256 bytes", await ViolationAsync(rules.PutRuleAsync(new PutRuleRequest { Id = new string('é', 128) + "a", Text = "true" })));
        Assert.DoesNotContain("(Parameter", (await RefusedAsync(events.ReadPayload(new ReadPayloadRequest { Position = 999 }).ResponseStream.MoveNext(default))).Status.Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_rule_with_a_longer_id_of_before_can_still_be_changed_and_removed()
    {
        await using var server = await GeniusServer.StartAsync();
        var rules = new GeniusRules.GeniusRulesClient(server.Channel);
        var id = new string('r', 300);
        var engine = new Genius.Rules.RuleEngine(new Genius.Tests.Rules.StripeGeocoder());
        using (var others = new Genius.Rules.RuleStore(server.Store, engine)) await others.ChangeAsync([Genius.Rules.RuleChange.Put(new Genius.Rules.Rule(id, Genius.Rules.Condition.Kind("seen")))], null, default);
        Assert.Contains((await rules.ListRulesAsync(new ListRulesRequest())).Rules, each => each.Id == id);
        await rules.SetRuleModeAsync(new SetRuleModeRequest { Id = id, Mode = RuleModeValue.RuleShadow });
        await rules.RemoveRuleAsync(new RemoveRuleRequest { Id = id });
    }

    [Fact]
    public void A_quota_and_limits_have_reasons()
    {
        var quota = CallErrors.QuotaExceeded(TimeSpan.FromSeconds(3)).GetRpcStatus()!;
        Assert.Equal(("EVENT_QUOTA_EXCEEDED", "genie.genius"), ReasonOf(quota));
        Assert.Equal(TimeSpan.FromSeconds(3), quota.GetDetail<RetryInfo>()!.RetryDelay.ToTimeSpan());
        Assert.Equal(("LIMITED_TO_KEYS", "genie.genius"), ReasonOf(Assert.Throws<RpcException>(() => CallerAccess.Nothing.RequireKey("a")).GetRpcStatus()!));
        Assert.Equal(("LIMITED_TO_CONSUMERS", "genie.genius"), ReasonOf(Assert.Throws<RpcException>(() => CallerAccess.Nothing.RequireConsumer("a")).GetRpcStatus()!));
    }

    private static (string Reason, string Domain) ReasonOf(Google.Rpc.Status status) => status.GetDetail<ErrorInfo>() is { } info ? (info.Reason, info.Domain) : default;

    private static Task<RpcException> RefusedAsync(Task call) => Assert.ThrowsAsync<RpcException>(() => call);

    private static Task<string> ViolationAsync<T>(AsyncUnaryCall<T> call) => ViolationAsync(call.ResponseAsync);

    // The field, and what is said up to the first number, sign or reason.
    private static async Task<string> ViolationAsync(Task call)
    {
        var error = await RefusedAsync(call);
        Assert.Equal(StatusCode.InvalidArgument, error.StatusCode);
        var violation = Assert.Single(error.GetRpcStatus()!.GetDetail<BadRequest>()!.FieldViolations);
        Assert.Equal(error.Status.Detail, violation.Description);
        Assert.DoesNotContain("(Parameter", violation.Description, StringComparison.Ordinal);
        var told = violation.Description;
        foreach (var end in (string[])[": ", ", not", " 0, which", " a consumer", ", 0 for", " of UTF-8"])
            if (told.IndexOf(end, StringComparison.Ordinal) is > 0 and var at) told = told[..at];
        return $"{violation.Field}: {told}";
    }
}
