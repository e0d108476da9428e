using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>Rules about facts are explained by facts, and rules that follow from others by these.</summary>
public sealed class FactExplanationTests : IAsyncLifetime
{
    private GeniusServer _server = null!;

    private GeniusRules.GeniusRulesClient Rules => new(_server.Channel);

    public async Task InitializeAsync() => _server = await GeniusServer.StartAsync();

    public async Task DisposeAsync() => await _server.DisposeAsync();

    [Fact]
    public async Task A_fact_of_the_output_stream_is_named_by_its_position()
    {
        await PutAsync("busy", """window("minutes").count >= 3 && window("minutes").top == "seen" """);
        await PutAsync("alarm", """rule("busy") && key.startsWith("truck-") && time.during("daily 00:00-12:00 UTC")""");
        await PutAsync("quiet", """window("minutes").count >= 3 && (pattern("silent") || value > 3)""");
        foreach (var sequence in new ulong[] { 1, 2, 3, 100 }) await ProcessAsync("truck-7", sequence);
        var facts = await ReadAsync();
        var closed = Assert.Single(facts, each => each.WindowClosed is not null).Position;
        var matched = Assert.Single(facts, each => each.FactMatched is not null);
        Assert.Equal(["alarm", "busy"], matched.FactMatched.Rules);

        // What a rule led to is explained as the fact that led to it.
        foreach (var position in new[] { closed, matched.Position })
        {
            var busy = await ExplainAsync("busy", position);
            Assert.True(busy.IsMet);
            Assert.Equal([(true, "window(\"minutes\").count is 3"), (true, "window(\"minutes\").top is \"seen\"")], busy.Parts.Select(Of));

            var alarm = await ExplainAsync("alarm", position);
            Assert.True(alarm.IsMet);
            Assert.Equal([(true, "rule(\"busy\") is met"), (true, "key is \"truck-7\""), (true, "time is Thu 1970-01-01 00:01:00 in UTC")], alarm.Parts.Select(Of));
            Assert.Equal(busy, Assert.Single(alarm.Parts[0].Parts));

            var quiet = await ExplainAsync("quiet", position);
            Assert.False(quiet.IsMet);
            Assert.Equal([(true, "window(\"minutes\").count is 3"), (false, "")], quiet.Parts.Select(Of));
            Assert.Equal([(false, "pattern(\"silent\") is not there: this is a fact of window(\"minutes\")"), (false, "a fact has no kind, value or place")], quiet.Parts[1].Parts.Select(Of));
        }
    }

    [Fact]
    public async Task A_fact_may_be_made_up()
    {
        var fact = new Output { WindowClosed = new WindowClosed { Window = "minutes", Key = "truck-7", End = Timestamp.FromDateTimeOffset(DateTimeOffset.UnixEpoch), Count = 120 } };
        var condition = new RuleChoice { Text = """window("minutes").count > 100 && window("minutes") && window("hours")""" };
        var explained = await Rules.ExplainRuleAsync(new ExplainRuleRequest { Rule = condition, Fact = fact });
        Assert.False(explained.IsMet);
        Assert.Equal(
            [(true, "window(\"minutes\").count is 120"), (true, "this is a fact of window(\"minutes\")"), (false, "window(\"hours\") is not there: this is a fact of window(\"minutes\")")],
            explained.Parts.Select(Of));

        await ExpectAsync(StatusCode.InvalidArgument, "lacks its key or its times", new ExplainRuleRequest { Rule = condition, Fact = new Output { PatternMatched = new PatternMatched { Key = "k" } } });
        await ExpectAsync(StatusCode.InvalidArgument, "out of range", new ExplainRuleRequest { Rule = condition, Fact = new Output { PatternMatched = new PatternMatched { Key = "k", Pattern = "p", Times = { new Timestamp { Nanos = -1 } } } } });
        await ExpectAsync(StatusCode.InvalidArgument, "no fact that rules are about", new ExplainRuleRequest { Rule = condition, Fact = new Output() });
        await ExpectAsync(StatusCode.InvalidArgument, "explain by the event", new ExplainRuleRequest { Rule = condition, Fact = new Output { RulesMatched = new RulesMatched { Key = "k" } } });
        fact.WindowClosed.IsRetracted = true;
        await ExpectAsync(StatusCode.InvalidArgument, "takes an earlier result back", new ExplainRuleRequest { Rule = condition, Fact = fact });
    }

    [Fact]
    public async Task What_is_not_there_or_not_meant_is_refused()
    {
        await ProcessAsync("truck-7", 1);
        await ProcessAsync("truck-7", 100);
        var closed = Assert.Single(await ReadAsync(), each => each.WindowClosed is not null).Position;
        await ExpectAsync(StatusCode.InvalidArgument, "The rule is about events", new ExplainRuleRequest { Rule = new RuleChoice { Id = "seen" }, Position = closed });
        await ExpectAsync(StatusCode.InvalidArgument, "An event, a fact or the position", new ExplainRuleRequest { Rule = new RuleChoice { Id = "seen" } });
        foreach (var nothing in new long[] { -1, 0, 1, closed - 1, closed + 1_000 })
            await ExpectAsync(StatusCode.NotFound, $"At position {nothing} ", new ExplainRuleRequest { Rule = new RuleChoice { Id = "seen" }, Position = nothing });
    }

    [Fact]
    public async Task What_follows_from_other_rules_is_explained_by_them()
    {
        await PutAsync("follower", """rule("seen") && rule("north") && rule("off") && rule("none") && rule("tried") && rule("hen")""");
        await PutAsync("off", "true", RuleModeValue.RuleDisabled);
        await PutAsync("tried", "true", RuleModeValue.RuleShadow);
        await PutAsync("hen", """rule("egg")""");
        await PutAsync("egg", """rule("hen")""");
        var explained = await Rules.ExplainRuleAsync(new ExplainRuleRequest { Rule = new RuleChoice { Id = "follower" }, Event = SampleEvents.Message("truck-7", 1) });
        Assert.Equal(
            [
                (true, "rule(\"seen\") is met"), (false, "rule(\"north\") is not met"), (false, "rule(\"off\") is not met: it is disabled"), (false, "rule(\"none\") is not met: there is no such rule"),
                (false, "rule(\"tried\") is not met: it is in shadow mode"), (false, "rule(\"hen\") is not met"),
            ],
            explained.Parts.Select(Of));
        Assert.Equal((true, "kind is \"seen\""), Of(Assert.Single(explained.Parts[0].Parts)));
        Assert.EndsWith("m from the centre", Assert.Single(explained.Parts[1].Parts).Seen, StringComparison.Ordinal);
        Assert.Empty(explained.Parts[2].Parts);
        Assert.Equal("rule(\"hen\")", Assert.Single(Assert.Single(explained.Parts[5].Parts).Parts).Text);

        // A fact is not tried with rules about events.
        await PutAsync("mixed", """window("minutes") && rule("seen")""");
        await ProcessAsync("truck-7", 1);
        await ProcessAsync("truck-7", 100);
        var mixed = await ExplainAsync("mixed", Assert.Single(await ReadAsync(), each => each.WindowClosed is not null).Position);
        Assert.Equal((false, "rule(\"seen\") is not met: it is about events, and this is a fact"), Of(mixed.Parts[1]));
        Assert.Empty(mixed.Parts[1].Parts);
    }

    [Fact]
    public async Task An_event_that_was_processed_is_explained_by_the_rules_that_it_met_then()
    {
        await ProcessAsync("truck-7", 1);
        await PutAsync("later", """kind == "seen" """);
        var position = Assert.Single(await ReadAsync()).Position;
        var choice = new RuleChoice { Text = """rule("seen") && rule("later") && window("minutes").count > 0""" };
        var explained = await Rules.ExplainRuleAsync(new ExplainRuleRequest { Rule = choice, Position = position });
        Assert.Equal([(true, "rule(\"seen\") is met"), (false, "rule(\"later\") is not met"), (false, "window(\"minutes\").count is not there: this is an event")], explained.Parts.Select(Of));

        var sent = await Rules.ExplainRuleAsync(new ExplainRuleRequest { Rule = choice, Event = SampleEvents.Message("truck-7", 1) });
        Assert.Equal([true, true, false], sent.Parts.Select(each => each.IsMet));
        Assert.Equal("kind is \"seen\"", (await ExplainAsync("seen", position)).Seen);
    }

    private static (bool IsMet, string Seen) Of(RuleExplanationNode node) => (node.IsMet, node.Seen);

    private async Task PutAsync(string id, string text, RuleModeValue mode = RuleModeValue.RuleActive) => await Rules.PutRuleAsync(new PutRuleRequest { Id = id, Text = text, Mode = mode });

    private async Task ProcessAsync(string key, ulong sequence) => await _server.Processor.ProcessAsync(SampleEvents.Event(key, sequence), default);

    private async Task<RuleExplanationNode> ExplainAsync(string id, long position) => await Rules.ExplainRuleAsync(new ExplainRuleRequest { Rule = new RuleChoice { Id = id }, Position = position });

    private async Task<List<Output>> ReadAsync()
    {
        var facts = new List<Output>();
        await foreach (var each in new OutputReader(_server.Store).ReadAsync(0, default)) facts.Add(each);
        return facts;
    }

    private async Task ExpectAsync(StatusCode code, string reason, ExplainRuleRequest request)
    {
        var error = await Assert.ThrowsAsync<RpcException>(async () => await Rules.ExplainRuleAsync(request));
        Assert.Equal(code, error.StatusCode);
        Assert.Contains(reason, error.Status.Detail, StringComparison.Ordinal);
    }
}
