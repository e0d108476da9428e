using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Streams;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Tests.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Streams;

/// <summary>What holds by windows' results, told by its facts, is what the last results say, whatever append fails.</summary>
public sealed class HeldRuleTests(ITestOutputHelper output)
{
    private static readonly DateTimeOffset Begin = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);
    private static readonly StreamGrainOptions Often = new() { SnapshotEvery = 3 };

    private static readonly GeniusOptions Options = new()
    {
        Windows =
        [
            new WindowDefinition { Name = "minutes", Shape = new TumblingWindow(TimeSpan.FromMinutes(1)), AllowedLateness = TimeSpan.FromMinutes(3), Grains = Often },
            new WindowDefinition { Name = "visits", Shape = new SessionWindow(TimeSpan.FromSeconds(30)), AllowedLateness = TimeSpan.FromMinutes(3), Grains = Often },
        ],
    };

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Each_rule_holds_and_is_taken_back_once(int seed)
    {
        output.WriteLine($"seed {seed}");
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        var random = new Random(seed);
        var flaky = new FlakyStore(store, new Random(seed), 12);
        for (var run = 0; run < 3; run++)
        {
            await using var processor = new GeniusProcessor(flaky, Engine(), Options, []);
            for (var i = 0; i < 120; i++) await SendAsync(processor, EventOf(random, run, i));
        }

        Assert.True(flaky.Failures > 20, $"{flaky.Failures} failures show little.");
        await ExpectAsync(store);
    }

    private static RuleEngine Engine()
    {
        var engine = new RuleEngine(new StripeGeocoder());
        engine.Put(new Rule("even", RuleText.Parse("""window("minutes").count in [2, 4, 6, 8, 10] || window("visits").count in [2, 4, 6, 8, 10]""")));
        engine.Put(new Rule("high", RuleText.Parse("""window("minutes").average > 5 || window("visits").average > 5""")));
        engine.Put(new Rule("both", RuleText.Parse("""rule("even") && rule("high")""")));
        return engine;
    }

    private static GeniusEvent EventOf(Random random, int run, int i) => new()
    {
        Key = "key-" + random.Next(2),
        RequestKey = new RequestKey(1, (uint)run, (ulong)i),
        Kind = "seen",
        Time = Begin.AddSeconds((((120 * run) + i) * 8) - random.Next(150)),
        Place = new GeoPoint(40, -75),
        Value = random.Next(11),
    };

    private static async Task SendAsync(GeniusProcessor processor, GeniusEvent value)
    {
        while (true)
        {
            try
            {
                await processor.ProcessAsync(value, default);
                return;
            }
            catch (EventStoreUnavailableException)
            {
                // Sent again, as a broker does.
            }
        }
    }

    private static async Task ExpectAsync(IEventStore store)
    {
        var held = new Dictionary<string, HashSet<string>>();
        var last = new Dictionary<string, WindowClosed>();
        var retracted = 0;
        await foreach (var each in new OutputReader(store).ReadAsync(0, default))
        {
            if (each.WindowClosed is { } result) last[NameOf(result)] = result;
            if (each.FactMatched is not { } matched) continue;
            var rules = held.TryGetValue(NameOf(matched.WindowClosed), out var known) ? known : held[NameOf(matched.WindowClosed)] = [];
            Assert.All(matched.Rules, rule => Assert.True(rules.Add(rule), $"{rule} held already."));
            Assert.All(matched.RetractedRules, rule => Assert.True(rules.Remove(rule), $"{rule} did not hold."));
            retracted += matched.RetractedRules.Count;
        }

        Assert.Equal(last.ToDictionary(each => each.Key, each => HoldingBy(each.Value)).Where(each => each.Value.Length > 0).OrderBy(each => each.Key), held.ToDictionary(each => each.Key, each => string.Join(',', each.Value.Order())).Where(each => each.Value.Length > 0).OrderBy(each => each.Key));
        Assert.True(retracted > 10, $"{retracted} retractions show little.");
    }

    private static string NameOf(WindowClosed result) => $"{result.Window} {result.Key} {result.Start.ToDateTimeOffset():O} {result.End.ToDateTimeOffset():O}";

    private static string HoldingBy(WindowClosed result)
    {
        if (result.IsRetracted) return "";
        var (isEven, isHigh) = (result.Count % 2 == 0 && result.Count is > 0 and <= 10, result.Sum / result.Count > 5);
        return string.Join(',', new[] { isEven && isHigh ? "both" : null, isEven ? "even" : null, isHigh ? "high" : null }.Where(each => each is not null));
    }
}
