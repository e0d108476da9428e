using Genie.Extensions.Genius.Messages;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;

namespace Genie.Extensions.Genius.Client.Tests;

/// <summary>Rules, keys, and what errors say.</summary>
public sealed class RemoteRulesTests : IAsyncLifetime
{
    private RestartedServer _server = null!;
    private GeniusClient _client = null!;

    public async Task InitializeAsync()
    {
        _server = await RestartedServer.CreateAsync();
        _client = _server.Connect();
    }

    public async Task DisposeAsync()
    {
        _client.Dispose();
        await _server.DisposeAsync();
    }

    [Fact]
    public async Task Rules_are_put_listed_changed_and_rolled_back()
    {
        var first = await _client.Rules.PutAsync("fast", "value > 100");
        await _client.Rules.PutAsync("slow", "value < 10", RuleModeValue.RuleShadow);
        Assert.Equal(RuleModeValue.RuleDisabled, (await _client.Rules.DisableAsync("fast")).Mode);
        Assert.Equal(["fast RuleDisabled", "slow RuleShadow"], await ListAsync());
        await _client.Rules.EnableAsync("fast");
        await _client.Rules.RemoveAsync("slow");
        Assert.Equal(["fast RuleActive"], await ListAsync());
        await _client.Rules.PutAsync(new PutRuleRequest { Id = "near", Text = "true" });
        Assert.Equal(1, (await _client.Rules.RollBackAsync(first.Version)).Changed);
        Assert.Equal(["fast RuleActive"], await ListAsync());
    }

    [Fact]
    public async Task Rules_are_tried_and_explained_and_keys_found()
    {
        await _client.Rules.PutAsync("fast", "value > 100");
        var moved = new Event { Key = "truck-7", Kind = "moved", Time = DateTimeOffset.UnixEpoch.ToTimestamp(), Latitude = 40, Longitude = -75, Value = 120 };
        await _client.SendAsync(moved);
        var tried = await _client.Rules.DryRunAsync(new DryRunRuleRequest { Rule = new RuleChoice { Text = "value > 110" }, FirstMax = 1 });
        Assert.Equal((1, moved.Sequence), (tried.Matches, tried.First.Single().Sequence));
        Assert.True((await _client.Rules.ExplainAsync(new ExplainRuleRequest { Rule = new RuleChoice { Id = "fast" }, Event = moved })).IsMet);
        Assert.Equal("fast", (await _client.Keys.FindAsync("truck-7"))!.Rules.Single());
        Assert.Null(await _client.Keys.FindAsync("truck-8"));
        Assert.Single(await _client.Keys.FindAsync(new FindKeysRequest { Where = new KeyCondition { Text = "value > 100" } }));
        Assert.Empty(await _client.Keys.FindPairsAsync(new FindPairsRequest { MetresMax = 100 }));
    }

    [Fact]
    public async Task More_keys_than_a_message_takes_are_found_page_by_page()
    {
        for (var i = 0; i < 100; i++)
        {
            var moved = new Event { Key = $"truck-{i:D3}", Kind = "moved", Time = DateTimeOffset.UnixEpoch.ToTimestamp(), Latitude = 40, Longitude = -75, Attributes = new Struct() };
            for (var each = 0; each < 60; each++) moved.Attributes.Fields.Add($"a{each}", Value.ForString(new string('x', 1000)));
            await _client.SendAsync(moved);
        }

        var found = await _client.Keys.FindAsync(new FindKeysRequest { KeysMax = 95 });
        Assert.Equal(Enumerable.Range(0, 95).Select(i => $"truck-{i:D3}"), found.Select(each => each.Event.Key));
    }

    [Fact]
    public async Task Errors_say_what_is_wrong_and_are_not_tried_again()
    {
        var calls = 0;
        _server.Around = (context, next) =>
        {
            Interlocked.Increment(ref calls);
            return next(context);
        };
        var mistake = await Assert.ThrowsAsync<InvalidRequestException>(() => _client.Rules.PutAsync("r", "value >"));
        Assert.Equal("text", mistake.Violations.Single().Field);
        Assert.StartsWith("Line 1, column 8", mistake.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<NotFoundException>(() => _client.Rules.DisableAsync("none"));
        var filter = await Assert.ThrowsAsync<InvalidRequestException>(async () => await FirstAsync(new FactSubscription { Filter = new FactFilter { Keys = { "" } } }));
        Assert.Equal("filter.keys[0]", filter.Violations.Single().Field);
        await Assert.ThrowsAsync<InvalidRequestException>(async () => await FirstAsync(new FactSubscription { AfterPosition = 1_000 }));
        Assert.Equal(4, calls);
        Assert.Equal((false, StatusCode.InvalidArgument), (mistake.IsTransient, mistake.Code));
    }

    private async Task<Output?> FirstAsync(FactSubscription subscription)
    {
        await foreach (var each in _client.SubscribeAsync(subscription)) return each;
        return null;
    }

    private async Task<List<string>> ListAsync() => await _client.Rules.ListAsync().Select(each => $"{each.Id} {each.Mode}").ToListAsync();
}
