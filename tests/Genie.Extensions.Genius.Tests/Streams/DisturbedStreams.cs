using Genie.EventStore;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Streams;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Tests.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;
using Genie.Grains;

namespace Genie.Extensions.Genius.Tests.Streams;

/// <summary>A window and a geofence over a store whose appends fail: after each failure all begins anew, and the event that failed is sent again.</summary>
internal static class DisturbedStreams
{
    public static readonly WindowDefinition Windows = new()
    {
        Name = "plays",
        Shape = new SessionWindow(TimeSpan.FromSeconds(30)),
        OutOfOrder = TimeSpan.FromSeconds(10),
        AllowedLateness = TimeSpan.FromMinutes(1),
        Grains = new StreamGrainOptions { SnapshotEvery = 7 },
    };

    public static readonly GeofenceDefinition Fences = new()
    {
        Name = "yards",
        DwellAfter = TimeSpan.FromSeconds(40),
        OutOfOrder = TimeSpan.FromSeconds(10),
        HysteresisMetres = 10,
        CrossingWithin = TimeSpan.FromMinutes(1),
        Grains = new StreamGrainOptions { SnapshotEvery = 5 },
    };

    private static readonly DateTimeOffset Begin = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>Sends events of two keys, so many seconds apart and up to so many back.</summary>
    /// <param name="open">Opens the store.</param>
    /// <param name="random">Times, keys and fences.</param>
    /// <param name="spacing">How many events, their distance and their disorder in seconds.</param>
    /// <param name="chance">Which appends fail.</param>
    /// <param name="oneIn">One append in so many.</param>
    /// <param name="answered">Gets each event's key and answers, once.</param>
    /// <returns>How many appends failed.</returns>
    public static async Task<int> RunAsync(
        Func<Task<IEventStore>> open, Random random, (int Count, int StepSeconds, int BackSeconds) spacing, Random chance, int oneIn, Action<string, WindowAnswer, FenceAnswer> answered)
    {
        var inputs = Enumerable.Range(0, spacing.Count)
            .Select(i => (Time: Begin.AddSeconds((spacing.StepSeconds * i) - random.Next(spacing.BackSeconds)), Key: $"k{random.Next(2)}", Sequence: (ulong)i, Fence: random.Next(3))).ToList();
        var engine = new RuleEngine(new StripeGeocoder());
        for (var yard = 1; yard < 3; yard++) engine.Put(new Rule($"yard-{yard}", Condition.In(RegionCondition.Circle(PlaceOf(yard, 0), 100))));
        var (failures, next) = (0, 0);
        while (next < inputs.Count)
        {
            await using var inner = await open();
            var store = new FlakyStore(inner, chance, oneIn);
            await using var runtime = new GrainRuntime();
            var (windows, fences) = (new WindowAggregator(runtime, store, Windows), new GeofenceTracker(runtime, store, Fences, engine));
            try
            {
                for (; next < inputs.Count; next++)
                {
                    var (time, key, sequence, fence) = inputs[next];
                    var window = await windows.AddAsync(key, new WindowInput(time, sequence, $"item-{fence}"), new RequestKey(1, 1, sequence), default);
                    var moved = await fences.MoveAsync(key, new FenceSample(time, PlaceOf(fence, sequence)), fence == 0 ? [] : [$"yard-{fence}"], new RequestKey(1, 1, sequence), default);
                    answered(key, window, moved);
                }
            }
            catch (EventStoreUnavailableException)
            {
                failures++;
            }
        }

        return failures;
    }

    // The yards lie on the equator, and outside of them are places on both sides: whoever is seen there in turn has gone through both.
    private static GeoPoint PlaceOf(int fence, ulong sequence) => new(0, fence > 0 ? 0.01 * fence : 0.03 * (sequence % 2));
}
