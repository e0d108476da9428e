using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Streams;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Testing;
using Genie.Geocoding;
using Genie.Testing;

namespace Genie.Extensions.Genius.Tests.Streams;

/// <summary>Windows of a key whose events come from several sources, with the processor that hosts have and a clock that stands still.</summary>
public sealed class SourceWatermarkTests
{
    private static readonly DateTimeOffset Begin = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);
    private static readonly TimeSpan SourceIdle = TimeSpan.FromSeconds(30);

    // The key itself is never idle, so that whatever closes is closed by sources.
    private static readonly WindowDefinition Minutes = new()
    {
        Name = "minutes",
        Shape = new TumblingWindow(TimeSpan.FromMinutes(1)),
        SourceOf = static value => value.Attributes.TryGet("device", out var device) ? device.ToString() : null,
        SourceIdleTimeout = SourceIdle,
        IdleTimeout = Timeout.InfiniteTimeSpan,
    };

    private ulong _sequence;

    [Fact]
    public async Task A_slow_sources_events_are_not_late_though_another_is_far_ahead()
    {
        await using var driver = await StartAsync(Minutes);
        await SendAsync(driver, "slow", 1);
        await SendAsync(driver, "fast", 2);
        for (var minute = 1; minute < 10; minute++) await SendAsync(driver, "fast", 60 * minute);
        Assert.Empty(await ClosedAsync(driver));

        Assert.False((await SendAsync(driver, "slow", 59)).IsLate);
        await SendAsync(driver, "slow", 130);
        Assert.Equal([(0, 3L), (60, 1L)], (await ClosedAsync(driver)).Select(each => (SecondOf(each), each.Count)));
    }

    [Fact]
    public async Task One_watermark_of_all_makes_them_late()
    {
        await using var driver = await StartAsync(Minutes with { SourceOf = null });
        await SendAsync(driver, "slow", 1);
        await SendAsync(driver, "fast", 60);
        Assert.True((await SendAsync(driver, "slow", 59)).IsLate);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_source_that_is_idle_holds_nothing_back_which_a_timer_notices(bool isRestarted)
    {
        await using var driver = await StartAsync(Minutes);
        await SendAsync(driver, "slow", 1);
        await driver.AdvanceAsync(TimeSpan.FromSeconds(10));
        await SendAsync(driver, "fast", 60);
        if (isRestarted) await driver.RestartAsync();
        var from = isRestarted ? driver.Clock.GetUtcNow() : driver.Clock.GetUtcNow() - TimeSpan.FromSeconds(10);
        await driver.AdvanceAsync(from + SourceIdle - TimeSpan.FromTicks(1) - driver.Clock.GetUtcNow());
        Assert.Empty(await ClosedAsync(driver));

        await driver.AdvanceAsync(TimeSpan.FromTicks(1));
        var closed = Assert.Single(await ClosedAsync(driver));
        Assert.Equal((0, 1L, from + SourceIdle), (SecondOf(closed), closed.Count, driver.Clock.GetUtcNow()));
    }

    /// <summary>A machine whose clock ran a year ahead while both sources sent, and was set while the process ran or while none did.</summary>
    [Theory]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task A_source_that_was_heard_of_while_the_clock_ran_ahead_holds_nothing_back_for_long(bool isRestarted, bool goesOn)
    {
        await using var driver = await StartAsync(Minutes);
        driver.Clock.Advance(TimeSpan.FromDays(365));
        await driver.RestartAsync();
        await SendAsync(driver, "slow", 1);
        await driver.AdvanceAsync(TimeSpan.FromSeconds(10));
        await SendAsync(driver, "fast", 60);
        driver.Clock.AdjustTime(Begin);
        if (isRestarted) await driver.RestartAsync();
        Assert.Empty(await ClosedAsync(driver));

        await driver.AdvanceAsync(TimeSpan.FromSeconds(1));
        if (goesOn) await SendAsync(driver, "fast", 61);
        await driver.AdvanceAsync(SourceIdle - TimeSpan.FromSeconds(2));
        Assert.Empty(await ClosedAsync(driver));
        await driver.AdvanceAsync(TimeSpan.FromSeconds(3));
        Assert.Equal(0, SecondOf(Assert.Single(await ClosedAsync(driver))));
    }

    [Fact]
    public async Task A_source_that_comes_back_takes_part_again_and_the_watermark_never_goes_back()
    {
        await using var driver = await StartAsync(Minutes);
        await SendAsync(driver, "slow", 1);
        await driver.AdvanceAsync(TimeSpan.FromSeconds(20));
        await SendAsync(driver, "fast", 70);
        await driver.AdvanceAsync(TimeSpan.FromSeconds(20));
        Assert.Equal([0], (await ClosedAsync(driver)).Select(SecondOf));

        // What is behind the watermark stays late, and holds it where it is.
        Assert.True((await SendAsync(driver, "slow", 2)).IsLate);
        await SendAsync(driver, "fast", 200);
        Assert.Empty(await ClosedAsync(driver));
        Assert.False((await SendAsync(driver, "slow", 119)).IsLate);
        await SendAsync(driver, "slow", 125);
        Assert.Equal([(60, 2L)], (await ClosedAsync(driver)).Select(each => (SecondOf(each), each.Count)));
    }

    [Fact]
    public async Task An_event_of_another_source_tells_that_one_is_idle_too()
    {
        await using var driver = await StartAsync(Minutes);
        await SendAsync(driver, "slow", 1);
        await driver.AdvanceAsync(SourceIdle + TimeSpan.FromSeconds(1));
        await SendAsync(driver, "fast", 61);
        Assert.Equal([0], (await ClosedAsync(driver)).Select(SecondOf));
    }

    [Fact]
    public async Task When_all_are_idle_the_keys_own_timeout_closes()
    {
        await using var driver = await StartAsync(Minutes with { IdleTimeout = TimeSpan.FromMinutes(5) });
        await SendAsync(driver, "slow", 1);
        await SendAsync(driver, "fast", 70);
        await driver.AdvanceAsync(TimeSpan.FromMinutes(5.9));
        Assert.Empty(await ClosedAsync(driver));
        await driver.AdvanceAsync(TimeSpan.FromMinutes(2));
        Assert.Equal([0, 60], (await ClosedAsync(driver)).Select(SecondOf));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(256)]
    public async Task Sources_outlive_a_restart(int snapshotEvery)
    {
        await using var driver = await StartAsync(Minutes with { Grains = new StreamGrainOptions { SnapshotEvery = snapshotEvery } });
        await SendAsync(driver, "slow", 1);
        await SendAsync(driver, "fast", 300);
        await driver.RestartAsync();
        await SendAsync(driver, "fast", 400);
        Assert.Empty(await ClosedAsync(driver));
        Assert.False((await SendAsync(driver, "slow", 59)).IsLate);
    }

    [Fact]
    public async Task The_time_in_which_no_process_ran_makes_no_source_idle()
    {
        await using var driver = await StartAsync(Minutes);
        await SendAsync(driver, "slow", 1);
        await SendAsync(driver, "fast", 2);
        driver.Clock.Advance(TimeSpan.FromHours(1));
        await driver.RestartAsync();
        await SendAsync(driver, "fast", 300);
        Assert.False((await SendAsync(driver, "slow", 59)).IsLate);
    }

    [Fact]
    public async Task A_source_beyond_the_most_neither_moves_the_watermark_nor_holds_it_until_another_is_idle()
    {
        await using var driver = await StartAsync(Minutes with { SourcesMax = 2 });
        await SendAsync(driver, "one", 1);
        await SendAsync(driver, "two", 2);
        await SendAsync(driver, "three", 500);
        Assert.Empty(await ClosedAsync(driver));
        await SendAsync(driver, "one", 70);
        await SendAsync(driver, "two", 70);
        Assert.Equal([0], (await ClosedAsync(driver)).Select(SecondOf));
        Assert.True((await SendAsync(driver, "three", 3)).IsLate);

        await driver.AdvanceAsync(TimeSpan.FromSeconds(20));
        await SendAsync(driver, "one", 130);
        await driver.AdvanceAsync(TimeSpan.FromSeconds(20));
        Assert.Equal([60], (await ClosedAsync(driver)).Select(SecondOf));
        await SendAsync(driver, "three", 150);
        await SendAsync(driver, "one", 400);
        Assert.Empty(await ClosedAsync(driver));
        Assert.False((await SendAsync(driver, "three", 160)).IsLate);
    }

    [Fact]
    public async Task Events_without_a_source_are_one_together()
    {
        await using var driver = await StartAsync(Minutes);
        await SendAsync(driver, null, 1);
        await SendAsync(driver, "fast", 300);
        Assert.Empty(await ClosedAsync(driver));
        await SendAsync(driver, null, 61);
        Assert.Equal([0], (await ClosedAsync(driver)).Select(SecondOf));
    }

    [Fact]
    public async Task A_backfill_judges_sources_by_when_events_were_processed_at_first()
    {
        using var folder = new Tools.StoreFolder();
        var clock = new ManualClock();
        await using var store = await folder.OpenAsync(clock);
        var engine = new Genius.Rules.RuleEngine(NoAreas.Instance);
        var options = new GeniusOptions { Grains = new Grains.GrainRuntimeOptions { Clock = clock }, FutureMax = TimeSpan.FromDays(36_500) };
        await using (var before = new GeniusProcessor(store, engine, options, []))
        {
            await before.ProcessAsync(Event("slow", 1), default);
            clock.Advance(SourceIdle + TimeSpan.FromSeconds(1));
            await before.ProcessAsync(Event("fast", 61), default);
        }

        await using var after = new GeniusProcessor(store, engine, options with { Windows = [Minutes with { Backfill = Genius.Streams.Backfills.Backfill.RecordedRules }] }, []);
        await after.BackfillAsync(default);
        var closed = new List<Output>();
        await foreach (var each in new OutputReader(store).ReadAsync(0, default)) if (each.WindowClosed is not null) closed.Add(each);
        Assert.Equal(0, SecondOf(Assert.Single(closed).WindowClosed));
    }

    private static async Task<GeniusTestDriver> StartAsync(WindowDefinition definition) => await GeniusTestDriver.StartAsync(new GeniusOptions { Windows = [definition] }, Begin);

    private async Task<WindowAnswer> SendAsync(GeniusTestDriver driver, string? device, int second) => Assert.Single((await driver.SendAsync(Event(device, second))).Windows).Answer;

    private GeniusEvent Event(string? device, int second) => new()
    {
        Key = "plant",
        RequestKey = new RequestKey(1, 1, ++_sequence),
        Kind = "measured",
        Time = Begin.AddSeconds(second),
        Place = new GeoPoint(40, -75),
        Value = second,
        Attributes = device is null ? EventAttributes.None : EventAttributes.Of(new KeyValuePair<string, AttributeValue>("device", device)),
    };

    private static async Task<IReadOnlyList<WindowClosed>> ClosedAsync(GeniusTestDriver driver) =>
        [.. (await driver.ReadOutputsAsync()).Where(each => each.WindowClosed is not null).Select(each => each.WindowClosed)];

    private static int SecondOf(WindowClosed closed) => (int)(closed.Start.ToDateTimeOffset() - Begin).TotalSeconds;
}
