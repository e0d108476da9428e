using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Streams;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Grains;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Outputs;

public sealed class OutputTests(ITestOutputHelper output)
{
    private static readonly DateTimeOffset Begin = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);

    private static readonly WindowDefinition Windows = new()
    {
        Name = "plays",
        Shape = new SessionWindow(TimeSpan.FromSeconds(30)),
        OutOfOrder = TimeSpan.FromSeconds(10),
        AllowedLateness = TimeSpan.FromMinutes(1),
        Grains = new StreamGrainOptions { SnapshotEvery = 7 },
    };

    private static readonly GeofenceDefinition Fences = new()
    {
        Name = "yards",
        DwellAfter = TimeSpan.FromSeconds(40),
        OutOfOrder = TimeSpan.FromSeconds(10),
        Grains = new StreamGrainOptions { SnapshotEvery = 5 },
    };

    [Fact]
    public async Task Every_answered_fact_is_in_the_output_stream_once_whatever_fails_and_is_sent_again()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        using var folder = new StoreFolder();

        var (answered, failures) = await RunAsync(folder, new Random(seed));

        await using var store = await folder.OpenAsync();
        var facts = await new OutputReader(store).ReadAsync(0, default).ToListAsync();
        Assert.True(failures > 10, $"{failures} failures show little.");
        Assert.Contains(facts, each => each.WindowClosed is { Revision: > 1 });
        Assert.Contains(facts, each => each.FenceTransitioned is { Change: FenceTransitioned.Types.Change.Dwelled });
        Assert.Equal(answered.Order(), facts.Select(Describe).Order());
        Assert.Equal(facts.Select(each => each.Position).Distinct().Order(), facts.Select(each => each.Position));
        var resumed = facts[facts.Count / 2].Position;
        Assert.Equal(facts.Where(each => each.Position > resumed), await new OutputReader(store).ReadAsync(resumed, default).ToListAsync());
    }

    [Fact]
    public void Json_names_what_happened()
    {
        var fact = new Output { Position = 7, FenceTransitioned = new FenceTransitioned { Geofence = "yards", Key = "truck", Fence = "gate", Change = FenceTransitioned.Types.Change.Entered } };

        Assert.Equal(
            """{ "position": "7", "fenceTransitioned": { "geofence": "yards", "key": "truck", "fence": "gate", "change": "CHANGE_ENTERED" } }""", GeniusOutputs.ToJson(fact));
    }

    private static async Task<(List<string> Answered, int Failures)> RunAsync(StoreFolder folder, Random random)
    {
        var inputs = Enumerable.Range(0, 120).Select(i => (Time: Begin.AddSeconds((7 * i) - random.Next(40)), Key: $"k{random.Next(2)}", Sequence: (ulong)i, Fence: random.Next(3))).ToList();
        var (answered, failures, next) = (new List<string>(), 0, 0);
        while (next < inputs.Count)
        {
            await using var inner = await folder.OpenAsync();
            var store = new FlakyStore(inner, random, oneIn: 5);
            await using var runtime = new GrainRuntime();
            var (windows, fences) = (new WindowAggregator(runtime, store, Windows), new GeofenceTracker(runtime, store, Fences));
            try
            {
                for (; next < inputs.Count; next++)
                {
                    var (time, key, sequence, fence) = inputs[next];
                    var window = await windows.AddAsync(key, new WindowInput(time, sequence, $"item-{fence}"), new RequestKey(1, 1, sequence), default);
                    var moved = await fences.MoveAsync(key, time, fence == 0 ? [] : [$"yard-{fence}"], new RequestKey(1, 1, sequence), default);
                    answered.AddRange(window.Results.Select(each => $"{key} {each.Start:T}-{each.End:T} r{each.Revision} {each.IsRetracted} {each.Count} {each.Sum}"));
                    answered.AddRange(moved.Transitions.Select(each => $"{key} {each.Change} {each.Fence} {each.Time:T} {each.Entered:T}"));
                }
            }
            catch (EventStoreUnavailableException)
            {
                failures++;
            }
        }

        return (answered, failures);
    }

    private static string Describe(Output fact) => fact.FactCase switch
    {
        Output.FactOneofCase.WindowClosed when fact.WindowClosed is { } window =>
            $"{window.Key} {window.Start.ToDateTimeOffset():T}-{window.End.ToDateTimeOffset():T} r{window.Revision} {window.IsRetracted} {window.Count} {window.Sum}",
        Output.FactOneofCase.FenceTransitioned when fact.FenceTransitioned is { } fence =>
            $"{fence.Key} {fence.Change} {fence.Fence} {fence.Time.ToDateTimeOffset():T} {fence.Entered.ToDateTimeOffset():T}",
        _ => throw new InvalidOperationException($"{fact} is no fact of windows or fences."),
    };
}
