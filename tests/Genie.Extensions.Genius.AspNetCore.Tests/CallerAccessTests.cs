using Genie.Extensions.Genius.AspNetCore.Callers;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Rules;
using Grpc.Core;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>A caller who is limited to keys sends and sees events of those alone, whatever it asks.</summary>
public sealed class CallerAccessTests : IAsyncLifetime
{
    private const string KeysHeader = "x-keys";
    private const string ConsumersHeader = "x-consumers";

    private static readonly Metadata Trucks = new() { { KeysHeader, "truck-* van-7" } };
    private static readonly Metadata Nobody = new() { { KeysHeader, "" } };
    private static readonly string[] Own = ["truck-1", "truck-2", "van-7"];
    private static readonly string[] All = [.. Own, "van-70", "car-1"];

    private GeniusServer _server = null!;

    private GeniusEvents.GeniusEventsClient Events => new(_server.Channel);

    private GeniusKeys.GeniusKeysClient Keys => new(_server.Channel);

    private GeniusRules.GeniusRulesClient Rules => new(_server.Channel);

    public async Task InitializeAsync()
    {
        _server = await GeniusServer.StartAsync(new GeniusGrpcOptions { AccessOf = AccessOf });
        foreach (var key in All)
        {
            // The second one ends the window of the first.
            await Events.ProcessOneAsync(SampleEvents.Message(key, 1));
            await Events.ProcessOneAsync(SampleEvents.Message(key, 100));
        }
    }

    public async Task DisposeAsync() => await _server.DisposeAsync();

    [Fact]
    public async Task Events_of_other_keys_are_not_taken()
    {
        Assert.True((await Events.ProcessOneAsync(SampleEvents.Message("truck-1", 200), Trucks)).Accepted);
        await RefusedAsync("'van-70' is none of this caller's keys: it is limited to truck-*, van-7.", () => Events.ProcessOneAsync(SampleEvents.Message("van-70", 200), Trucks).ResponseAsync);
        using var call = Events.Process(Trucks);
        await call.RequestStream.WriteAsync(SampleEvents.Message("van-7", 200));
        Assert.True(await call.ResponseStream.MoveNext(default));
        Assert.True(call.ResponseStream.Current.Accepted);
        await call.RequestStream.WriteAsync(SampleEvents.Message("car-1", 200));
        await RefusedAsync("'car-1' is none", () => call.ResponseStream.MoveNext(default));
        Assert.Null(await _server.Store.FindAsync(ProcessedEvents.StreamOf("car-1"), SampleEvents.Event("car-1", 200).RequestKey, default));
    }

    [Fact]
    public async Task Polls_pass_over_other_keys_and_come_to_the_end()
    {
        var (records, acknowledged) = (new List<Messages.Record>(), 0L);
        while (true)
        {
            var page = await Events.EventPollAsync(new PollRequest { Consumer = "trucks", Acknowledged = acknowledged, EventsMax = 3 }, Trucks);
            if (page.Position == acknowledged) break;
            records.AddRange(page.Records);
            acknowledged = page.Position;
        }

        Assert.Equal(await _server.Store.GetPositionAsync(default), acknowledged);
        Assert.Equal(await PositionsAsync(Own), records.Select(each => each.Position));
        Assert.Contains(records, each => each.Type == GeniusOutputs.EventType);
        await RefusedAsync("no key", () => Events.EventPollAsync(new PollRequest { Consumer = "nobody" }, Nobody).ResponseAsync);
    }

    [Fact]
    public async Task A_poll_that_waits_is_not_ended_by_events_of_other_keys()
    {
        var before = await Events.EventPollAsync(new PollRequest { Consumer = "trucks" }, Trucks);
        using var waiting = Events.EventPollAsync(new PollRequest { Consumer = "trucks", Acknowledged = before.Position, Wait = new() { Seconds = 20 } }, Trucks);
        await Events.ProcessOneAsync(SampleEvents.Message("car-1", 110));
        await Events.ProcessOneAsync(SampleEvents.Message("truck-1", 110));
        var record = Assert.Single((await waiting).Records);
        Assert.Equal("truck-1", ProcessedEvents.KeyOf(record.Stream));
    }

    [Fact]
    public async Task A_consumers_name_is_polled_by_those_who_may()
    {
        var billing = new Metadata { { ConsumersHeader, "billing-*" } };
        await Events.EventPollAsync(new PollRequest { Consumer = "billing-1" }, billing);
        await RefusedAsync("may not poll as the consumer 'trucks': it is limited to billing-*.", () => Events.EventPollAsync(new PollRequest { Consumer = "trucks", Acknowledged = 1 }, billing).ResponseAsync);
    }

    [Fact]
    public async Task Facts_of_other_keys_are_left_out_of_the_output_stream_and_positions_stay()
    {
        var expected = new List<Output>();
        await foreach (var fact in new OutputReader(_server.Store).ReadAsync(0, default))
        {
            if (Own.Contains(GeniusOutputs.KeyOf(fact))) expected.Add(fact);
        }

        Assert.Contains(expected, fact => fact.FactCase == Output.FactOneofCase.WindowClosed);
        foreach (var after in expected.Select(fact => fact.Position).Prepend(0).SkipLast(1))
        {
            using var call = Events.Subscribe(new SubscribeRequest { AfterPosition = after }, Trucks);
            foreach (var fact in expected.Where(fact => fact.Position > after))
            {
                Assert.True(await call.ResponseStream.MoveNext(default));
                Assert.Equal(fact, call.ResponseStream.Current);
            }
        }

        using var nobody = Events.Subscribe(new SubscribeRequest(), Nobody);
        await RefusedAsync("no key", () => nobody.ResponseStream.MoveNext(default));
    }

    [Fact]
    public async Task Payloads_of_other_keys_are_not_there()
    {
        var (own, other) = ((await PositionsAsync(["truck-1"]))[0], (await PositionsAsync(["van-70"]))[0]);
        using var readable = Events.ReadPayload(new ReadPayloadRequest { Position = own }, Trucks);
        Assert.True(await readable.ResponseStream.MoveNext(default));
        using var hidden = Events.ReadPayload(new ReadPayloadRequest { Position = other }, Trucks);
        var error = await Assert.ThrowsAsync<RpcException>(() => hidden.ResponseStream.MoveNext(default));
        Assert.Equal(StatusCode.InvalidArgument, error.StatusCode);
    }

    [Fact]
    public async Task Questions_where_keys_are_are_answered_by_the_callers_own()
    {
        Assert.Equal("truck-1", (await Keys.GetKeyAsync(new GetKeyRequest { Key = "truck-1" }, Trucks)).Event.Key);
        await RefusedAsync("'car-1' is none", () => Keys.GetKeyAsync(new GetKeyRequest { Key = "car-1" }, Trucks).ResponseAsync);
        await RefusedAsync("'car-2' is none", () => Keys.GetKeyAsync(new GetKeyRequest { Key = "car-2" }, Trucks).ResponseAsync);

        Assert.Equal(Own, await FindAsync(new FindKeysRequest()));
        Assert.Equal(["truck-2", "van-7"], await FindAsync(new FindKeysRequest { AfterKey = "truck-1", KeysMax = 2 }));
        Assert.Equal(Own, await FindAsync(new FindKeysRequest { Near = new KeyPlace { Latitude = 40, Longitude = -75 }, KeysMax = 3 }));
        Assert.Equal(["van-7"], await FindAsync(new FindKeysRequest { Where = new KeyCondition { Text = "key == 'van-70' || key == 'van-7'" } }));
        await RefusedAsync("no key", () => Keys.FindKeysAsync(new FindKeysRequest(), Nobody).ResponseAsync);

        var pairs = (await Keys.FindPairsAsync(new FindPairsRequest { MetresMax = 1 }, Trucks)).Pairs.Select(pair => (pair.First.Event.Key, pair.Second.Event.Key));
        Assert.Equal([("truck-1", "truck-2"), ("truck-1", "van-7"), ("truck-2", "van-7")], pairs.Order());
        await RefusedAsync("no key", () => Keys.FindPairsAsync(new FindPairsRequest { MetresMax = 1 }, Nobody).ResponseAsync);
    }

    [Fact]
    public async Task Rules_are_tried_on_the_callers_own_keys_and_changed_by_nobody_who_is_limited()
    {
        var all = await Rules.DryRunRuleAsync(new DryRunRuleRequest { Rule = new RuleChoice { Text = "true" } });
        Assert.Equal((2 * All.Length, All.Length), (all.Events, all.Keys));
        var own = await Rules.DryRunRuleAsync(new DryRunRuleRequest { Rule = new RuleChoice { Text = "true" }, FirstMax = 100 }, Trucks);
        Assert.Equal((2 * Own.Length, 2 * Own.Length, Own.Length), (own.Events, own.Matches, own.Keys));
        Assert.All(own.First.Append(own.Last), each => Assert.Contains(each.Key, Own));
        await RefusedAsync("no key", () => Rules.DryRunRuleAsync(new DryRunRuleRequest { Rule = new RuleChoice { Text = "true" } }, Nobody).ResponseAsync);

        var choice = new RuleChoice { Text = "true" };
        Assert.True((await Rules.ExplainRuleAsync(new ExplainRuleRequest { Rule = choice, Event = SampleEvents.Message("van-7", 1) }, Trucks)).IsMet);
        await RefusedAsync("'car-1' is none", () => Rules.ExplainRuleAsync(new ExplainRuleRequest { Rule = choice, Event = SampleEvents.Message("car-1", 1) }, Trucks).ResponseAsync);

        var window = new RuleChoice { Text = """window("minutes") || key.startsWith("")""" };
        var seen = await PositionsAsync(Own);
        foreach (var position in seen) Assert.True((await Rules.ExplainRuleAsync(new ExplainRuleRequest { Rule = window, Position = position }, Trucks)).IsMet);
        foreach (var position in (await PositionsAsync(All)).Except(seen))
        {
            var error = await Assert.ThrowsAsync<RpcException>(() => Rules.ExplainRuleAsync(new ExplainRuleRequest { Rule = window, Position = position }, Trucks).ResponseAsync);
            Assert.Equal(StatusCode.NotFound, error.StatusCode);
        }

        await Rules.PutRuleAsync(new PutRuleRequest { Id = "shadow", Text = "true", Mode = RuleModeValue.RuleShadow });
        await Events.ProcessOneAsync(SampleEvents.Message("car-1", 300));
        Assert.Equal((1, 0), ((await ShadowAsync(null)).ShadowMatches, (await ShadowAsync(Trucks)).ShadowMatches));

        const string Refusal = "Rules hold for the events of all keys";
        await RefusedAsync(Refusal, () => Rules.PutRuleAsync(new PutRuleRequest { Id = "r", Text = "true" }, Trucks).ResponseAsync);
        await RefusedAsync(Refusal, () => Rules.SetRuleModeAsync(new SetRuleModeRequest { Id = "seen", Mode = RuleModeValue.RuleDisabled }, Trucks).ResponseAsync);
        await RefusedAsync(Refusal, () => Rules.RemoveRuleAsync(new RemoveRuleRequest { Id = "seen" }, Trucks).ResponseAsync);
        await RefusedAsync(Refusal, () => Rules.RollBackRulesAsync(new RollBackRulesRequest { Version = 1 }, Trucks).ResponseAsync);
    }

    [Theory]
    [InlineData("truck-* van-7", "truck-", true)]
    [InlineData("truck-* van-7", "van-7", true)]
    [InlineData("truck-* van-7", "van-70", false)]
    [InlineData("truck-* van-7", "Truck-1", false)]
    [InlineData("*", "", true)]
    [InlineData("a*b", "a*b", true)]
    [InlineData("a*b", "aab", false)]
    [InlineData("", "", false)]
    public void Patterns_mean_names_and_beginnings(string patterns, string name, bool isMeant)
    {
        var all = new NamePatterns(patterns.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        Assert.Equal(isMeant, all.Contains(name));
        var met = new List<string>();
        new RuleScan([new Rule("r", all.ToCondition())]).Match(SampleEvents.Event(name, 1), default, met);
        Assert.Equal(isMeant, met.Count == 1);
    }

    private static CallerAccess AccessOf(ServerCallContext call) => new()
    {
        Keys = PatternsOf(call, KeysHeader),
        Consumers = PatternsOf(call, ConsumersHeader),
    };

    private static NamePatterns? PatternsOf(ServerCallContext call, string header) =>
        call.RequestHeaders.GetValue(header) is { } patterns ? new NamePatterns(patterns.Split(' ', StringSplitOptions.RemoveEmptyEntries)) : null;

    private static async Task RefusedAsync<T>(string reason, Func<Task<T>> call)
    {
        var error = await Assert.ThrowsAsync<RpcException>(call);
        Assert.Equal(StatusCode.PermissionDenied, error.StatusCode);
        Assert.Contains(reason, error.Status.Detail, StringComparison.Ordinal);
    }

    private async Task<IEnumerable<string>> FindAsync(FindKeysRequest request) => (await Keys.FindKeysAsync(request, Trucks)).Keys.Select(found => found.Event.Key);

    private async Task<RuleEntry> ShadowAsync(Metadata? headers) => (await Rules.ListRulesAsync(new ListRulesRequest(), headers)).Rules.Single(each => each.Id == "shadow");

    private async Task<List<long>> PositionsAsync(string[] keys)
    {
        var positions = new List<long>();
        await foreach (var each in _server.Store.ReadAllAsync(0, default))
        {
            var key = ProcessedEvents.KeyOf(each.Stream) ?? (GeniusOutputs.IsOutput(each) ? GeniusOutputs.KeyOf(GeniusOutputs.Read(each)!) : null);
            if (keys.Contains(key)) positions.Add(each.Position);
        }

        return positions;
    }
}
