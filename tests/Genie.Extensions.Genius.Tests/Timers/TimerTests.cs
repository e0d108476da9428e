using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Streams.Timers;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Timers;

public sealed class TimerTests(ITestOutputHelper output)
{
    private readonly ManualClock _clock = new();

    [Fact]
    public async Task Windows_close_sessions_end_a_parked_truck_dwells_and_an_absence_is_noticed_without_a_next_event()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync(_clock);
        _clock.Advance(TimeSpan.FromDays(1) + TimeSpan.FromSeconds(10));
        var parked = _clock.GetUtcNow();
        using var host = await TimerHost.StartAsync(store, _clock);
        await host.Services.GetRequiredService<GeniusProcessor>().ProcessAsync(TimerHost.Event("truck", 1, parked), default);

        var facts = await FactsAsync(store, 5);

        Assert.Equal(parked.AddSeconds(50), facts.Single(each => each.WindowClosed is { Window: "minutes" }).WindowClosed.End.ToDateTimeOffset());
        Assert.Equal(parked.AddSeconds(30), facts.Single(each => each.WindowClosed is { Window: "sessions" }).WindowClosed.End.ToDateTimeOffset());
        var dwelled = facts.Single(each => each.FenceTransitioned is { Change: FenceTransitioned.Types.Change.Dwelled });
        Assert.Equal(parked.AddMinutes(5), dwelled.FenceTransitioned.Time.ToDateTimeOffset());

        var absence = facts.Single(each => each.AbsenceNoticed is not null).AbsenceNoticed;
        Assert.Equal(("silent", "truck", parked, parked.AddMinutes(2)), (absence.Pattern, absence.Key, absence.Times.Single().ToDateTimeOffset(), absence.Deadline.ToDateTimeOffset()));

        // Not before the clock has passed what is due by the idle timeout.
        Assert.All(facts.Where(each => each.WindowClosed is not null), each => Assert.True(each.RecordedAt.ToDateTimeOffset() >= each.WindowClosed.End.ToDateTimeOffset() + TimerHost.IdleTimeout));
        await host.StopAsync();
    }

    /// <summary>A machine whose clock ran a year ahead, and was set while the server ran or while it was down.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Timers_fire_after_a_clock_that_ran_ahead_was_set_back(bool restarts)
    {
        using var folder = new StoreFolder();
        var clock = new ShiftedClock(_clock) { Shift = TimeSpan.FromDays(365) };
        await using var store = await folder.OpenAsync(clock);
        _clock.Advance(TimeSpan.FromDays(1) + TimeSpan.FromSeconds(10));
        var host = await TimerHost.StartAsync(store, clock);
        try
        {
            await host.Services.GetRequiredService<GeniusProcessor>().ProcessAsync(TimerHost.Event("truck", 1, _clock.GetUtcNow()), default);
            if (restarts) await host.StopAsync();
            clock.Shift = TimeSpan.Zero;
            if (restarts)
            {
                host.Dispose();
                host = await TimerHost.StartAsync(store, clock);
            }

            Assert.Equal(2, (await FactsAsync(store, 5)).Count(each => each.WindowClosed is not null));
            await host.StopAsync();
        }
        finally
        {
            host.Dispose();
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Nobody_dwells_in_a_fence_that_is_gone_and_leaves_it_with_the_next_position(bool comesBackAsAnEvent)
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync(_clock);
        _clock.Advance(TimeSpan.FromDays(1));
        var parked = _clock.GetUtcNow();
        using var host = await TimerHost.StartAsync(store, _clock);
        var processor = host.Services.GetRequiredService<GeniusProcessor>();
        await processor.ProcessAsync(TimerHost.Event("truck", 1, parked), default);
        host.Services.GetRequiredService<Genie.Extensions.Genius.Rules.RuleEngine>().Remove("yard");
        if (comesBackAsAnEvent) _clock.Advance(TimeSpan.FromMinutes(6));
        else await FactsAsync(store, 4);

        await processor.ProcessAsync(TimerHost.Event("truck", 2, parked.AddMinutes(6)), default);
        var changes = new List<FenceTransitioned.Types.Change>();
        await foreach (var each in store.ReadAllAsync(0, default))
        {
            if (GeniusOutputs.Read(each)?.FenceTransitioned is { } transition) changes.Add(transition.Change);
        }

        Assert.Equal([FenceTransitioned.Types.Change.Entered, FenceTransitioned.Types.Change.Left], changes);
        await host.StopAsync();
    }

    [Fact]
    public async Task Timers_fire_though_the_last_event_of_the_store_was_deleted()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync(_clock);
        _clock.Advance(TimeSpan.FromDays(1));
        using var host = await TimerHost.StartAsync(store, _clock);
        await host.Services.GetRequiredService<GeniusProcessor>().ProcessAsync(TimerHost.Event("truck", 1, _clock.GetUtcNow()), default);
        await host.StopAsync();
        await store.AppendAsync(new AppendRequest("other", new NewEvent[] { new("said", default) }), default);
        await store.DeleteStreamAsync("other", AppendRequest.AnyVersion, default);
        using var again = await TimerHost.StartAsync(store, _clock);
        await FactsAsync(store, 5);
        await again.StopAsync();
    }

    [Theory]
    [InlineData(200_000)]
    [InlineData(4)]
    public async Task Whatever_fails_and_restarts_every_window_closes_once_with_all_its_events_and_each_absence_is_noticed_once(int timersMax)
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        using var folder = new StoreFolder();
        _clock.Advance(TimeSpan.FromDays(1));
        var (sent, failures) = (0, 0);
        for (var run = 0; run < 6; run++)
        {
            await using var inner = await folder.OpenAsync(_clock);
            var store = new FlakyStore(inner, new Random(seed + run), oneIn: 12);
            using var host = await StartDespiteFailuresAsync(store, timersMax);
            var processor = host.Services.GetRequiredService<GeniusProcessor>();
            for (var step = random.Next(5, 25); step > 0; step--)
            {
                await SendAsync(processor, TimerHost.Event($"k{random.Next(3)}", (ulong)sent++, _clock.GetUtcNow()));
                _clock.Advance(TimeSpan.FromSeconds(random.Next(40)));
            }

            failures += store.Failures;

            // It saves nothing when the store is gone before it, as when it is killed.
            if (random.Next(2) == 0) await host.StopAsync();
            else await inner.DisposeAsync();
        }

        await using var last = await folder.OpenAsync(_clock);
        using var quiet = await TimerHost.StartAsync(last, _clock, timersMax: timersMax);
        await Until.TrueAsync(() => CountOf(last, "minutes") == sent && CountOf(last, "sessions") == sent && AbsencesIn(last).Count >= sent, () => _clock.Advance(TimeSpan.FromSeconds(1)));
        _clock.Advance(TimeSpan.FromHours(1));
        await quiet.StopAsync();
        var closed = (await new OutputReader(last).ReadAsync(0, default).ToListAsync()).Where(each => each.WindowClosed is not null).Select(each => each.WindowClosed).ToList();
        output.WriteLine($"{sent} events, {closed.Count} windows, {failures} failures");
        Assert.All(closed, each => Assert.Equal((1, false), (each.Revision, each.IsRetracted)));
        Assert.Equal(closed.Count, closed.Select(each => (each.Window, each.Key, each.Start)).Distinct().Count());
        Assert.Equal(sent, AbsencesIn(last).Count);
        Assert.True(failures > 0, "Nothing failed.");

        // With as few in memory, others were on pages.
        var save = await last.ReadStreamAsync(StoredTimers.Stream, (await last.GetVersionAsync(StoredTimers.Stream, default)), default).SingleAsync();
        Assert.Equal(timersMax < sent, TimersSaved.Parser.ParseFrom(save.Payload.Span).NextPage > 1);
    }

    [Fact]
    public async Task An_event_of_the_far_future_is_refused_and_its_key_goes_on()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync(_clock);
        _clock.Advance(TimeSpan.FromDays(1));
        using var host = await TimerHost.StartAsync(store, _clock);
        var processor = host.Services.GetRequiredService<GeniusProcessor>();
        var now = _clock.GetUtcNow();

        var error = await Assert.ThrowsAsync<FutureEventException>(async () =>
            await processor.ProcessAsync(TimerHost.Event("k", 1, new DateTimeOffset(9999, 1, 1, 0, 0, 0, TimeSpan.Zero)), default));
        var next = await processor.ProcessAsync(TimerHost.Event("k", 2, now), default);
        await processor.ProcessAsync(TimerHost.Event("k", 3, now + TimeSpan.FromDays(1)), default);

        Assert.Contains("9999", error.Message, StringComparison.Ordinal);
        Assert.All(next.Windows, each => Assert.False(each.Answer.IsLate));
        Assert.Equal(2, await store.GetVersionAsync(ProcessedEvents.StreamOf("k"), default));
        await host.StopAsync();
    }

    // A host whose store fails while it starts does not start: its orchestrator starts it again.
    private async Task<IHost> StartDespiteFailuresAsync(IEventStore store, int timersMax)
    {
        while (true)
        {
            try
            {
                return await TimerHost.StartAsync(store, _clock, timersMax: timersMax);
            }
            catch (EventStoreUnavailableException)
            {
            }
        }
    }

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

    private static long CountOf(IEventStore store, string window) => new OutputReader(store).ReadAsync(0, default).ToBlockingEnumerable()
        .Sum(each => each.WindowClosed is { } closed && closed.Window == window ? closed.Count : 0);

    private static List<AbsenceNoticed> AbsencesIn(IEventStore store) =>
        [.. new OutputReader(store).ReadAsync(0, default).ToBlockingEnumerable().Where(each => each.AbsenceNoticed is not null).Select(each => each.AbsenceNoticed)];

    private async Task<List<Output>> FactsAsync(IEventStore store, int count)
    {
        List<Output> Read() => [.. new OutputReader(store).ReadAsync(0, default).ToBlockingEnumerable().Where(each => each.RulesMatched is null)];
        await Until.TrueAsync(() => Read().Count >= count, () => _clock.Advance(TimeSpan.FromSeconds(1)));
        _clock.Advance(TimeSpan.FromHours(1));
        return Read();
    }
}
