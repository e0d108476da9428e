using System.Buffers;
using System.Globalization;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.EventStore.PostgreSql;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Tests.Rules;
using Genie.Geocoding;

namespace Genie.Extensions.Genius.Tests.Hosting;

/// <summary>The process that the kill test kills: rules, windows and fences over a real store, several streams at once. It tells each answer when it is on disk.</summary>
internal static class KilledProcessor
{
    public const int Streams = 4;
    public const int EventsPerStream = 150;
    public const string EndOfLine = ".";

    private static readonly DateTimeOffset Begin = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);

    private static readonly GeniusOptions Options = new()
    {
        Windows =
        [
            new WindowDefinition { Name = "minutes", Shape = new TumblingWindow(TimeSpan.FromMinutes(1)), OutOfOrder = TimeSpan.FromSeconds(20), AllowedLateness = TimeSpan.FromMinutes(1) },
            new WindowDefinition { Name = "sessions", Shape = new SessionWindow(TimeSpan.FromSeconds(25)), Rule = "in-circle", OutOfOrder = TimeSpan.FromSeconds(20) },
        ],
        Geofences = [new GeofenceDefinition { Name = "yards", IsFence = static name => name != "moves", DwellAfter = TimeSpan.FromSeconds(30), OutOfOrder = TimeSpan.FromSeconds(20) }],
    };

    /// <summary>Arguments: <c>process STORE ANSWERS NEXT...</c>: how many it answers before it waits to be killed, and the number of the next event for each stream.</summary>
    public static async Task<int> RunAsync(string[] arguments)
    {
        if (arguments is not ["process", var store, var answers, .. { Length: Streams } next]) return 2;
        await using var output = new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };
        var lines = TextWriter.Synchronized(output);
        await lines.WriteLineAsync("ready");
        var left = int.Parse(answers, CultureInfo.InvariantCulture);
        await ProcessAsync(store, [.. next.Select(each => int.Parse(each, CultureInfo.InvariantCulture))], (stream, number, answer) =>
        {
            if (Interlocked.Decrement(ref left) < 0) Thread.Sleep(Timeout.Infinite);
            lines.WriteLine($"{stream} {number} {answer} {EndOfLine}");
        });
        return 0;
    }

    /// <summary>Processes what is left of each stream.</summary>
    /// <param name="store">A folder, or how PostgreSQL is reached.</param>
    /// <param name="next">The number of the next event for each stream.</param>
    /// <param name="tell">Told of stream, number and answer.</param>
    public static async Task ProcessAsync(string store, int[] next, Action<int, int, string> tell)
    {
        await using var events = await OpenAsync(store);
        var engine = new RuleEngine(new StripeGeocoder());
        engine.Apply(
        [
            RuleChange.Put(new Rule("in-circle", Condition.In(RegionCondition.Circle(new GeoPoint(10, 10), 300_000)))),
            RuleChange.Put(new Rule("in-county", Condition.In(RegionCondition.County(StripeGeocoder.CodeAt(AreaLayer.County, 12))))),
            RuleChange.Put(new Rule("moves", Condition.Kind("move"))),
        ]);
        await using var processor = new GeniusProcessor(events, engine, Options, []);
        await Task.WhenAll(Enumerable.Range(0, Streams).Select(stream => Task.Run(async () =>
        {
            for (var number = next[stream]; number < EventsPerStream; number++)
            {
                var reply = new ArrayBufferWriter<byte>();
                ProcessReplies.Write(await processor.ProcessAsync(EventOf(stream, number), CancellationToken.None), reply);
                tell(stream, number, Convert.ToHexString(reply.WrittenSpan));
            }
        })));
    }

    /// <summary>Opens what <see cref="ProcessAsync"/> writes to.</summary>
    public static async Task<IEventStore> OpenAsync(string store) => store.Contains('=', StringComparison.Ordinal)
        ? await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = store }, CancellationToken.None)
        : await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = store, SegmentBytes = 1 << 20 }, CancellationToken.None);

    private static GeniusEvent EventOf(int stream, int number)
    {
        var random = new Random((stream * 10_007) + number);
        return new GeniusEvent
        {
            Key = $"machine-{stream}",
            RequestKey = new RequestKey(1, (uint)stream, (ulong)number),
            Kind = random.Next(3) == 0 ? "stop" : "move",
            Time = Begin.AddSeconds((4 * number) - random.Next(30)),
            Place = new GeoPoint(8 + (4 * random.NextDouble()), 8 + (6 * random.NextDouble())),
            Value = number,
        };
    }
}
