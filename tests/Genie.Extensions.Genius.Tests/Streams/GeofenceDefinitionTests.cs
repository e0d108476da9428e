using Genie.EventStore;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Tests.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;
using Genie.Grains;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Genie.Extensions.Genius.Tests.Streams;

/// <summary>A definition that is changed between two runs of a program.</summary>
public sealed class GeofenceDefinitionTests : IDisposable
{
    private static readonly DateTimeOffset Begin = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);
    private static readonly GeofenceDefinition Yards = new() { Name = "yards", DwellAfter = TimeSpan.FromMinutes(10), FenceDescription = "yards of rules" };

    private readonly StoreFolder _folder = new();
    private ulong _sequence;

    public static TheoryData<string, GeofenceDefinition> Others => new()
    {
        { "dwelled in after 00:05:00", Yards with { DwellAfter = TimeSpan.FromMinutes(5) } },
        { "dwelled in after no time", Yards with { DwellAfter = TimeSpan.MaxValue } },
        { "a hysteresis of 0.5 m", Yards with { HysteresisMetres = 0.5 } },
        { "crossed within 00:01:00", Yards with { CrossingWithin = TimeSpan.FromMinutes(1) } },
        { "out of order by 00:00:01", Yards with { OutOfOrder = TimeSpan.FromSeconds(1) } },
        { "16 waiting", Yards with { WaitingMax = 16 } },
        { "doors of rules", Yards with { FenceDescription = "doors of rules" } },
    };

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Others))]
    public async Task Another_definition_is_refused_and_the_first_one_goes_on(string what, GeofenceDefinition other)
    {
        Assert.Equal(FenceChange.Entered, Assert.Single(await MoveAsync(Yards, 0)).Change);

        var error = await Assert.ThrowsAsync<GeofenceChangedException>(() => MoveAsync(other, 1));

        Assert.Contains("version 1, was begun as yards of rules dwelled in after 00:10:00", error.Message, StringComparison.Ordinal);
        Assert.Contains(what, error.Message, StringComparison.Ordinal);
        Assert.Equal("yards", error.GeofenceName);
        Assert.Equal(FenceChange.Dwelled, Assert.Single(await MoveAsync(Yards, 11)).Change);
        var anew = (await MoveAsync(other with { Version = 2 }, 12)).Concat(await MoveAsync(other with { Version = 2 }, 13));
        Assert.Equal(FenceChange.Entered, Assert.Single(anew).Change);
    }

    [Fact]
    public async Task How_long_a_key_is_idle_may_change()
    {
        await MoveAsync(Yards, 0);
        Assert.Empty(await MoveAsync(Yards with { IdleTimeout = Timeout.InfiniteTimeSpan }, 1));
    }

    [Fact]
    public async Task A_host_with_another_definition_does_not_start()
    {
        await MoveAsync(Yards, 0);
        await using var store = await _folder.OpenAsync();
        var builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddSingleton(store).AddSingleton<IReverseGeocoder>(new StripeGeocoder()).AddGenius(options => options with { Channel = null, Geofences = [Yards with { HysteresisMetres = 15 }] });
        using var host = builder.Build();

        await Assert.ThrowsAsync<GeofenceChangedException>(() => host.StartAsync());
    }

    private async Task<IReadOnlyList<FenceTransition>> MoveAsync(GeofenceDefinition definition, int minutes)
    {
        await using var store = await _folder.OpenAsync();
        await using var runtime = new GrainRuntime();
        var fences = new GeofenceTracker(runtime, store, definition, new RuleEngine(new StripeGeocoder()));
        return (await fences.MoveAsync("k", new FenceSample(Begin.AddMinutes(minutes), new GeoPoint(40, -75)), ["yard"], new RequestKey(1, 1, ++_sequence), default)).Transitions;
    }
}
