using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Messages;
using Genie.Geocoding;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

public sealed class GeniusRulesTests : IAsyncLifetime
{
    private static readonly DateTimeOffset Begin = new(2026, 11, 1, 0, 0, 0, TimeSpan.Zero);
    private GeniusServer _server = null!;

    private GeniusRules.GeniusRulesClient Rules => new(_server.Channel);

    public async Task InitializeAsync() => _server = await GeniusServer.StartAsync();

    public async Task DisposeAsync() => await _server.DisposeAsync();

    [Fact]
    public async Task A_rule_is_put_in_listed_set_aside_and_removed()
    {
        var put = await Rules.PutRuleAsync(new PutRuleRequest { Id = "fast", Text = "value > 100 && kind == 'moved'", Mode = RuleModeValue.RuleShadow });
        Assert.Equal(("value > 100 && kind == \"moved\"", RuleModeValue.RuleShadow), (put.Text, put.Mode));

        await ProcessAsync(1, "moved", 120, Begin);
        Assert.Equal(1, (await ListAsync()).Single(each => each.Id == "fast").ShadowMatches);

        Assert.Equal(RuleModeValue.RuleActive, (await Rules.SetRuleModeAsync(new SetRuleModeRequest { Id = "fast", Mode = RuleModeValue.RuleActive })).Mode);
        Assert.Equal(["fast"], (await ProcessAsync(2, "moved", 120, Begin)).Rules);
        Assert.Equal(["fast"], (await ProcessAsync(2, "moved", 120, Begin)).Rules);
        var counted = (await ListAsync()).Single(each => each.Id == "fast");
        Assert.Equal((1, 1), (counted.Matches, counted.ShadowMatches));

        var removed = await Rules.RemoveRuleAsync(new RemoveRuleRequest { Id = "fast" });
        Assert.DoesNotContain(await ListAsync(), each => each.Id == "fast");

        await Rules.RollBackRulesAsync(new RollBackRulesRequest { Version = removed.Version - 1 });
        Assert.Contains(await ListAsync(), each => each.Id == "fast");
    }

    [Fact]
    public async Task Rules_come_in_pages()
    {
        for (var i = 0; i < 5; i++) await Rules.PutRuleAsync(new PutRuleRequest { Id = $"r{i}", Text = "true" });
        var ids = new List<string>();
        ListRulesResponse page;
        do
        {
            page = await Rules.ListRulesAsync(new ListRulesRequest { AfterId = ids.LastOrDefault() ?? "", RulesMax = 3 });
            ids.AddRange(page.Rules.Select(each => each.Id));
        }
        while (page.HasMore);

        Assert.Equal(["north", "r0", "r1", "r2", "r3", "r4", "seen"], ids);
    }

    [Fact]
    public async Task A_dry_run_counts_what_would_have_matched_and_changes_nothing()
    {
        for (var day = 0; day < 10; day++) await ProcessAsync((ulong)day, day % 2 == 0 ? "even" : "odd", day, Begin.AddDays(day));

        var week = await Rules.DryRunRuleAsync(new DryRunRuleRequest
        {
            Rule = new RuleChoice { Text = "kind == 'even' && value > 2" },
            From = Begin.AddDays(1).ToTimestamp(),
            Until = Begin.AddDays(8).ToTimestamp(),
            FirstMax = 1,
        });

        Assert.Equal((7, 2, 2), (week.Events, week.Matches, week.Keys));
        Assert.Equal((4, 6), (week.First.Single().Value, week.Last.Value));
        Assert.Equal(["north", "seen"], (await ListAsync()).Select(each => each.Id));
    }

    [Fact]
    public async Task An_explanation_names_the_part_that_fails()
    {
        var explained = await Rules.ExplainRuleAsync(new ExplainRuleRequest { Rule = new RuleChoice { Text = "kind == 'seen' && value > 5" }, Event = EventCodec.ToMessage(EventOf(1, "seen", 3, Begin)) });

        Assert.False(explained.IsMet);
        Assert.Equal([(true, "kind is \"seen\""), (false, "value is 3")], explained.Parts.Select(each => (each.IsMet, each.Seen)));
    }

    [Theory]
    [InlineData("r", "value >", StatusCode.InvalidArgument, "Line 1, column 8")]
    [InlineData("r", "time.during('daily 00:00-01:00 Mars/Olympus_Mons')", StatusCode.InvalidArgument, "Mars/Olympus_Mons")]
    [InlineData("", "true", StatusCode.InvalidArgument, "needs an id")]
    public async Task A_rule_that_is_none_is_refused_with_the_reason(string id, string text, StatusCode code, string reason)
    {
        var error = await Assert.ThrowsAsync<RpcException>(async () => await Rules.PutRuleAsync(new PutRuleRequest { Id = id, Text = text }));
        Assert.Equal(code, error.StatusCode);
        Assert.Contains(reason, error.Status.Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_rule_that_is_not_there_is_not_found()
    {
        Assert.Equal(StatusCode.NotFound, (await Assert.ThrowsAsync<RpcException>(async () => await Rules.RemoveRuleAsync(new RemoveRuleRequest { Id = "none" }))).StatusCode);
        Assert.Equal(StatusCode.NotFound, (await Assert.ThrowsAsync<RpcException>(async () => await Rules.SetRuleModeAsync(new SetRuleModeRequest { Id = "none" }))).StatusCode);
        Assert.Equal(StatusCode.InvalidArgument, (await Assert.ThrowsAsync<RpcException>(async () => await Rules.RollBackRulesAsync(new RollBackRulesRequest { Version = 99 }))).StatusCode);
    }

    private async Task<IReadOnlyList<RuleEntry>> ListAsync() => (await Rules.ListRulesAsync(new ListRulesRequest())).Rules;

    private async Task<ProcessReply> ProcessAsync(ulong sequence, string kind, double value, DateTimeOffset time)
    {
        using var call = new GeniusEvents.GeniusEventsClient(_server.Channel).Process();
        await call.RequestStream.WriteAsync(EventCodec.ToMessage(EventOf(sequence, kind, value, time)));
        await call.RequestStream.CompleteAsync();
        Assert.True(await call.ResponseStream.MoveNext(default));
        return call.ResponseStream.Current.Reply;
    }

    private static GeniusEvent EventOf(ulong sequence, string kind, double value, DateTimeOffset time) =>
        new() { Key = $"k{sequence}", RequestKey = new RequestKey(1, 1, sequence), Kind = kind, Time = time, Place = new GeoPoint(1, 1), Value = value };
}
