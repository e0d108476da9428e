using System.Globalization;
using Genie.EventStore;
using Genie.Extensions.Genius.Delivery.Push;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Geocoding;
using Google.Protobuf.Reflection;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>By a client that takes messages of 4 MiB, as gRPC's do by default.</summary>
public sealed class PageLimitTests
{
    [Fact]
    public async Task Rules_with_many_corners_come_in_as_many_pages_as_they_take()
    {
        await using var server = await GeniusServer.StartAsync();
        var rules = new GeniusRules.GeniusRulesClient(server.Channel);
        for (var i = 0; i < 1000; i++) await rules.PutRuleAsync(new PutRuleRequest { Id = $"fence-{i:D4}", Text = Polygon(120) });
        var ids = new List<string>();
        var pages = 0;
        ListRulesResponse page;
        do
        {
            page = await rules.ListRulesAsync(new ListRulesRequest { AfterId = ids.LastOrDefault() ?? "" });
            ids.AddRange(page.Rules.Select(each => each.Id));
            pages++;
        }
        while (page.HasMore);

        Assert.Equal(1002, ids.Distinct().Count());
        Assert.Equal(1002, ids.Count);
        Assert.True(pages > 1);
    }

    [Fact]
    public async Task A_dry_run_over_large_payloads_has_as_many_events_as_fit()
    {
        await using var server = await GeniusServer.StartAsync();
        for (var i = 1; i <= 12; i++)
        {
            var large = new GeniusEvent { Key = "a", RequestKey = new RequestKey(1, 1, (ulong)i), Kind = "large", Time = DateTimeOffset.UnixEpoch.AddDays(20_000).AddSeconds(i), Place = new GeoPoint(1, 2), Payload = new byte[i < 12 ? 900_000 : 3_000_000] };
            await server.Processor.ProcessAsync(large, default);
        }

        var found = await new GeniusRules.GeniusRulesClient(server.Channel).DryRunRuleAsync(new DryRunRuleRequest { Rule = new RuleChoice { Text = "kind == 'large'" }, FirstMax = 100 });
        Assert.Equal((12, 12), (found.Events, found.Matches));
        Assert.InRange(found.First.Count, 1, 4);
        Assert.Equal((12, 0), ((int)found.Last.Sequence, found.Last.Payload.Length));
    }

    [Fact]
    public async Task Keys_with_large_attributes_come_in_as_many_pages_as_they_take()
    {
        await using var server = await GeniusServer.StartAsync();
        var attributes = EventAttributes.Of([.. Enumerable.Range(0, 60).Select(i => new KeyValuePair<string, AttributeValue>($"a{i}", new string('x', 1000)))]);
        for (var i = 0; i < 100; i++) await server.Processor.ProcessAsync(SampleEvents.Event($"key-{i:D3}", (ulong)i + 1) with { Attributes = attributes }, default);
        var keys = new GeniusKeys.GeniusKeysClient(server.Channel);
        var found = new List<string>();
        FindKeysResponse page;
        do
        {
            page = await keys.FindKeysAsync(new FindKeysRequest { AfterKey = found.LastOrDefault() ?? "" });
            found.AddRange(page.Keys.Select(each => each.Event.Key));
        }
        while (page.IsCut);

        Assert.Equal(Enumerable.Range(0, 100).Select(i => $"key-{i:D3}"), found);
        var near = await keys.FindKeysAsync(new FindKeysRequest { Near = new KeyPlace { Latitude = 40, Longitude = -75 } });
        Assert.True(near.IsCut && near.Keys.Count is > 10 and < 100);
        var pairs = await keys.FindPairsAsync(new FindPairsRequest { MetresMax = 1000 });
        Assert.True(pairs.IsCut && pairs.Pairs.Count is > 10 and < 100);
    }

    [Fact]
    public async Task Deliveries_with_long_texts_come_in_as_many_pages_as_they_take()
    {
        string[] names = [.. Enumerable.Range(0, 7).Select(i => $"hooks-{i}")];
        await using var server = await GeniusServer.StartAsync(new GeniusGrpcOptions(), services =>
        {
            foreach (var name in names) services.AddGeniusDelivery(new DeliveryOptions { Subscription = name, Receiver = new string('x', 1_000_000), Filter = static _ => false }, static _ => new NoReceiver());
        });
        var deliveries = new GeniusDeliveries.GeniusDeliveriesClient(server.Channel);
        var (found, pages) = (new List<string>(), 0);
        ListDeliveriesResponse page;
        do
        {
            page = await deliveries.ListDeliveriesAsync(new ListDeliveriesRequest { AfterSubscription = found.LastOrDefault() ?? "" });
            found.AddRange(page.Deliveries.Select(each => each.Subscription));
            pages++;
        }
        while (page.HasMore);

        Assert.Equal(names, found);
        Assert.Equal(2, pages);
    }

    private sealed class NoReceiver : IDeliveryChannel
    {
        public ValueTask<DeliveryOutcome> DeliverAsync(DeliveryAttempt attempt, CancellationToken cancellationToken) => new(DeliveryOutcome.Delivered);
    }

    [Fact]
    public void No_field_is_optional_which_compilers_before_3_15_refuse()
    {
        var files = typeof(Event).Assembly.GetTypes().Where(type => type.Name.EndsWith("Reflection", StringComparison.Ordinal))
            .Select(type => type.GetProperty("Descriptor")?.GetValue(null)).OfType<FileDescriptor>().ToArray();
        Assert.True(files.Length > 5);
        Assert.DoesNotContain(files.SelectMany(file => file.MessageTypes).SelectMany(Fields), field => field.ToProto().Proto3Optional);

        static IEnumerable<FieldDescriptor> Fields(MessageDescriptor message) => message.Fields.InDeclarationOrder().Concat(message.NestedTypes.SelectMany(Fields));
    }

    private static string Polygon(int corners)
    {
        var places = Enumerable.Range(0, corners).Select(i => Math.SinCos(2 * Math.PI * i / corners)).Select(at => string.Create(CultureInfo.InvariantCulture, $"[{40 + at.Cos:R}, {-75 + at.Sin:R}]"));
        return $"place.within(polygon([{string.Join(", ", places)}]))";
    }
}
