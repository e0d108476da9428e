using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Testing;
using Genie.Geocoding;
using Genie.Testing;

namespace Genie.Extensions.Genius.Tests.Testing;

public sealed class GeniusTestDriverTests
{
    private static readonly GeoPoint Yard = new(40, -75);

    private static readonly GeniusOptions Options = new()
    {
        Windows = [new WindowDefinition { Name = "visits", Shape = new SessionWindow(TimeSpan.FromMinutes(5)), Rule = "yard" }],
        Geofences = [new GeofenceDefinition { Name = "yards", DwellAfter = TimeSpan.FromMinutes(10) }],
    };

    [Fact]
    public async Task The_readmes_example_derives_what_it_says()
    {
        await using var driver = await GeniusTestDriver.StartAsync(new GeniusOptions
        {
            Windows = [new WindowDefinition { Name = "visits", Shape = new SessionWindow(TimeSpan.FromMinutes(5)), Rule = "yard" }],
            Geofences = [new GeofenceDefinition { Name = "yards", DwellAfter = TimeSpan.FromMinutes(10) }],
        });
        driver.PutRule("yard", "place.within(circle(40, -75, 200))");

        await driver.SendAsync("truck-7", "moved", new GeoPoint(40, -75));
        await driver.AdvanceAsync(TimeSpan.FromMinutes(11));

        var outputs = await driver.ReadOutputsAsync();
        foreach (var each in outputs) Console.WriteLine(each);
        Assert.Equal(["yard"], Assert.Single(outputs, each => each.RulesMatched is not null).RulesMatched.Rules);
        Assert.Equal(1, Assert.Single(outputs, each => each.WindowClosed is not null).WindowClosed.Count);
        Assert.Equal(
            [FenceTransitioned.Types.Change.Entered, FenceTransitioned.Types.Change.Dwelled],
            outputs.Where(each => each.FenceTransitioned is not null).Select(each => each.FenceTransitioned.Change));
        Assert.Empty(await driver.ReadOutputsAsync());
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Extensions.Genius.Testing/README.md");
    }

    [Fact]
    public async Task What_is_recorded_by_a_timer_is_recorded_at_its_time()
    {
        var start = new DateTimeOffset(2026, 3, 29, 0, 30, 0, TimeSpan.Zero);
        await using var driver = await GeniusTestDriver.StartAsync(Options, start);
        driver.PutRule("yard", "place.within(circle(40, -75, 200))");
        await driver.SendAsync("truck-7", "moved", Yard);
        await driver.AdvanceAsync(TimeSpan.FromHours(1));

        var outputs = await driver.ReadOutputsAsync();
        var idle = new GeofenceDefinition { Name = "any" }.IdleTimeout;
        var dwelled = Assert.Single(outputs, each => each.FenceTransitioned is { Change: FenceTransitioned.Types.Change.Dwelled });
        Assert.Equal(start.AddMinutes(10), dwelled.FenceTransitioned.Time.ToDateTimeOffset());
        Assert.Equal(start.AddMinutes(10) + idle, dwelled.RecordedAt.ToDateTimeOffset());
        Assert.Equal(start.AddHours(1), driver.Clock.GetUtcNow());
    }

    [Fact]
    public async Task The_same_events_and_moves_of_the_clock_give_the_same_facts_in_the_same_order()
    {
        var first = await RunAsync();
        Assert.True(first.Count > 100, $"Only {first.Count} facts were derived.");
        Assert.Equal(first, await RunAsync());

        static async Task<IReadOnlyList<string>> RunAsync()
        {
            await using var driver = await GeniusTestDriver.StartAsync(Options);
            driver.PutRule("yard", "place.within(circle(40, -75, 200))");
            var random = new Random(7);
            for (var i = 0; i < 100; i++)
            {
                await driver.SendAsync($"truck-{random.Next(5)}", "moved", new GeoPoint(40 + random.Next(2), -75), random.Next(100));
                await driver.AdvanceAsync(TimeSpan.FromSeconds(random.Next(1, 600)));
            }

            return [.. (await driver.ReadOutputsAsync()).Select(each => each.ToString())];
        }
    }

    [Fact]
    public async Task An_event_that_is_sent_again_derives_nothing_and_one_of_the_future_is_refused()
    {
        await using var driver = await GeniusTestDriver.StartAsync(Options);
        driver.PutRule("yard", "place.within(circle(40, -75, 200))");
        var value = new GeniusEvent { Key = "truck-7", RequestKey = new RequestKey(1, 2, 3), Kind = "moved", Time = driver.Clock.GetUtcNow(), Place = Yard };
        var answer = await driver.SendAsync(value);
        Assert.Equal(["yard"], answer.Rules);
        Assert.NotEmpty(await driver.ReadOutputsAsync());

        Assert.Equal(answer.Rules, (await driver.SendAsync(value)).Rules);
        Assert.Empty(await driver.ReadOutputsAsync());
        await Assert.ThrowsAsync<FutureEventException>(() => driver.SendAsync(value with { RequestKey = new RequestKey(1, 2, 4), Time = value.Time.AddYears(1) }));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => driver.AdvanceAsync(TimeSpan.Zero));
    }
}
