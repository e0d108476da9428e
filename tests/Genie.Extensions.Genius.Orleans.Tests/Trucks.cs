using System.Buffers;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Patterns;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Testing;
using Genie.Geocoding;
using Genie.Grains;

namespace Genie.Extensions.Genius.Orleans.Tests;

/// <summary>Trucks that come to a yard and leave it, an event every 20 s each.</summary>
internal static class Trucks
{
    public static readonly DateTimeOffset Begin = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);
    private static readonly GeoPoint Yard = new(40, -75);
    private static readonly DateTimeOffset Later = Begin.AddYears(1);

    public static readonly IReadOnlyList<RuleChange> Rules =
    [
        RuleChange.Put(new Rule("yard", Condition.In(RegionCondition.Circle(Yard, 500)))),
        RuleChange.Put(new Rule("away", !Condition.In(RegionCondition.Circle(Yard, 500)))),
        RuleChange.Put(new Rule("gone", RuleText.Parse("""sequence(rule("yard"), rule("away"), "10m").seconds < 60"""))),
    ];

    /// <summary>What is processed.</summary>
    /// <param name="idleTimeout">Null: no timers.</param>
    public static GeniusOptions Options(TimeSpan? idleTimeout = null)
    {
        var idle = idleTimeout ?? Timeout.InfiniteTimeSpan;
        return new GeniusOptions
        {
            Channel = null,
            Windows =
            [
                new WindowDefinition { Name = "minutes", Shape = new TumblingWindow(TimeSpan.FromMinutes(1)), IdleTimeout = idle },

                // Events of all trucks meet in one key; nothing is late, in whatever order they come.
                new WindowDefinition { Name = "all", Shape = new TumblingWindow(TimeSpan.FromHours(1)), KeyOf = static each => each.Kind, OutOfOrder = TimeSpan.FromDays(1), IdleTimeout = Timeout.InfiniteTimeSpan },
            ],
            Geofences = [new GeofenceDefinition { Name = "yards", IsFence = static name => name == "yard", DwellAfter = TimeSpan.FromSeconds(30), IdleTimeout = idle }],
            Patterns = [new PatternDefinition { Name = "back", Steps = ["yard", "away"], Within = TimeSpan.FromMinutes(10), IdleTimeout = idle }],
        };
    }

    public static GeniusEvent Event(string truck, int number) => new()
    {
        Key = truck,
        RequestKey = new RequestKey(1, 1, (ulong)number),
        Kind = "moved",
        Time = Begin.AddSeconds(20 * number),
        Place = number % 5 < 3 ? Yard : new GeoPoint(41, -75),
        Value = number,
    };

    /// <summary>An answer's bytes.</summary>
    public static string Bytes(GeniusAnswer answer)
    {
        var reply = new ArrayBufferWriter<byte>();
        ProcessReplies.Write(answer, reply);
        return Convert.ToHexString(reply.WrittenSpan);
    }

    /// <summary>Closes what is open.</summary>
    public static async Task FinishAsync(GeniusProcessor processor, IEnumerable<string> trucks, CancellationToken cancellationToken)
    {
        foreach (var truck in trucks)
        {
            await processor.Windows[0].AdvanceAsync(truck, Later, cancellationToken);
            foreach (var fence in processor.Geofences) await fence.AdvanceAsync(truck, Later, cancellationToken);
            foreach (var pattern in processor.Patterns) await pattern.AdvanceAsync(truck, Later, cancellationToken);
        }

        await processor.Windows[1].AdvanceAsync("moved", Later, cancellationToken);
    }

    /// <summary>All facts of a store, each as text without what tells when it was recorded, in an order that is always the same.</summary>
    public static async Task<List<string>> FactsAsync(IEventStore store, CancellationToken cancellationToken)
    {
        List<string> facts = [];
        await foreach (var fact in new OutputReader(store).ReadAsync(0, cancellationToken))
        {
            (fact.Position, fact.RecordedAt) = (0, null);
            facts.Add(GeniusOutputs.ToJson(fact));
        }

        facts.Sort(StringComparer.Ordinal);
        return facts;
    }

    /// <summary>The facts that one process derives of so many events of each truck.</summary>
    public static async Task<List<string>> FactsOfOneProcessAsync(IEventStore store, IReadOnlyList<string> trucks, int events, CancellationToken cancellationToken)
    {
        var engine = new RuleEngine(NoAreas.Instance);
        using var rules = new RuleStore(store, engine);
        await rules.ChangeAsync([.. Rules], null, cancellationToken);
        await using var processor = new GeniusProcessor(store, engine, Options() with { Grains = new GrainRuntimeOptions() }, []);
        foreach (var truck in trucks)
        {
            for (var number = 0; number < events; number++) await processor.ProcessAsync(Event(truck, number), cancellationToken);
        }

        await FinishAsync(processor, trucks, cancellationToken);
        return await FactsAsync(store, cancellationToken);
    }
}
