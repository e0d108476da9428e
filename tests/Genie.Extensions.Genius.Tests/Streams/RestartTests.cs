using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Streams.Journal;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Grains;
using Genie.Testing;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Streams;

public sealed class RestartTests(ITestOutputHelper output)
{
    private static readonly DateTimeOffset Begin = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);

    private static readonly WindowDefinition Windows = DisturbedStreams.Windows;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Killed_at_any_moment_and_sent_again_everything_takes_effect_once_and_is_answered_as_without(int seed)
    {
        output.WriteLine($"seed {seed}");
        using var calm = new TemporaryFolder();
        using var rough = new TemporaryFolder();
        var expected = new List<string>();
        await RunAsync(calm, seed, oneIn: int.MaxValue / 2, expected);
        var answers = new List<string>();

        var failures = await RunAsync(rough, seed, oneIn: 5, answers);

        Assert.Equal(expected, answers);
        Assert.True(failures > 20, $"{failures} failures show little.");
        await using (var store = await OpenAsync(rough)) await ExpectEventsAsync(store);
    }

    [Fact]
    public async Task A_repetition_is_answered_as_the_first_time_and_changes_nothing()
    {
        using var folder = new TemporaryFolder();
        await using var store = await OpenAsync(folder);
        await using var runtime = new GrainRuntime();
        var stream = new WindowAggregator(runtime, store, Windows with { Shape = new TumblingWindow(TimeSpan.FromMinutes(1)), OutOfOrder = TimeSpan.Zero });
        await stream.AddAsync("k", new WindowInput(Begin, 1, "a"), new RequestKey(1, 1, 1), default);
        var first = await stream.AddAsync("k", new WindowInput(Begin.AddMinutes(2), 1, "a"), new RequestKey(1, 1, 2), default);
        await stream.AddAsync("k", new WindowInput(Begin.AddMinutes(9), 1, "a"), new RequestKey(1, 1, 3), default);

        var again = await stream.AddAsync("k", new WindowInput(Begin.AddMinutes(2), 1, "a"), new RequestKey(1, 1, 2), default);

        Assert.True(again.IsRepeat);
        Assert.False(first.IsRepeat);
        Assert.Equal(1, Assert.Single(first.Results).Count);
        Assert.Equivalent(first with { IsRepeat = true }, again, strict: true);
        Assert.Equal(3, (await store.ReadAsync(stream.StreamOf("k"))).Count(each => each.Type == JournalEntry.EventType));
    }

    [Fact]
    public async Task Two_owners_of_one_key_take_effect_one_after_the_other()
    {
        using var folder = new TemporaryFolder();
        await using var store = await OpenAsync(folder);
        await using var ours = new GrainRuntime();
        await using var theirs = new GrainRuntime();
        WindowAggregator[] streams = [new(ours, store, Windows), new(theirs, store, Windows)];
        for (var i = 0; i < 20; i++) await streams[i % 2].AddAsync("k", new WindowInput(Begin.AddSeconds(i), 1, null), new RequestKey(1, 1, (ulong)i), default);

        var reported = await streams[0].AdvanceAsync("k", Begin.AddHours(1), default);

        Assert.Equal(20, Assert.Single(reported.Results).Count);
    }

    [Fact]
    public async Task The_calendars_ends_are_no_error()
    {
        using var folder = new TemporaryFolder();
        await using var store = await OpenAsync(folder);
        await using var runtime = new GrainRuntime();
        var stream = new WindowAggregator(runtime, store, Windows with { Shape = new SlidingWindow(TimeSpan.FromDays(300), TimeSpan.FromDays(100)), AllowedLateness = TimeSpan.FromDays(365_000) });

        await stream.AddAsync("k", new WindowInput(DateTimeOffset.MinValue, 1, null), new RequestKey(1, 1, 1), default);
        var reported = await stream.AddAsync("k", new WindowInput(DateTimeOffset.MaxValue, 1, null), new RequestKey(1, 1, 2), default);

        Assert.Equal(3, reported.Results.Count);
        Assert.Equal(DateTimeOffset.MinValue, reported.Results[0].Start);
        Assert.Throws<ArgumentOutOfRangeException>(() => new WindowAggregator(runtime, store, Windows with { Name = "other", AllowedLateness = TimeSpan.MaxValue }));
        Assert.Throws<ArgumentException>(() => new WindowAggregator(runtime, store, Windows with { Name = "other", Shape = new SlidingWindow(TimeSpan.FromDays(1), TimeSpan.FromSeconds(1)) }));
    }

    private static Task<int> RunAsync(TemporaryFolder folder, int seed, int oneIn, List<string> answers) => DisturbedStreams.RunAsync(
        async () => await OpenAsync(folder), new Random(seed), (80, 5, 15), new Random(seed + 1000), oneIn,
        (_, window, moved) => answers.Add($"{window.IsLate} {string.Join(';', window.Results.Select(Describe))} | {moved.IsLate} {string.Join(';', moved.Transitions)}"));

    private static string Describe(WindowResult result) =>
        $"{result.Start:T}-{result.End:T} r{result.Revision} {result.IsRetracted} {result.Count} {result.Sum} {result.Min} {result.Max} {result.Distinct} {string.Join(',', result.Top)}";

    private static async Task ExpectEventsAsync(EmbeddedEventStore store)
    {
        var perKind = new Dictionary<string, int>();
        await foreach (var each in store.ReadAllAsync(0, default).Where(each => each.Type == JournalEntry.EventType)) perKind[each.Stream[..^3]] = perKind.GetValueOrDefault(each.Stream[..^3]) + 1;
        Assert.Equal(new Dictionary<string, int> { ["genius/windows/plays"] = 80, ["genius/geofences/yards"] = 80 }, perKind);
    }

    private static Task<EmbeddedEventStore> OpenAsync(TemporaryFolder folder) =>
        EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder.Path, SegmentBytes = 1 << 20 }, default);
}
