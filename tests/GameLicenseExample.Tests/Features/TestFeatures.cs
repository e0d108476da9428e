using System.Text.Json;
using GameLicenseExample.Features.Serving;
using GameLicenseExample.Playing;
using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Licences;
using Genie.Extensions.Genius.Rules;
using Genie.Geocoding;
using Google.Protobuf;

namespace GameLicenseExample.Tests.Features;

/// <summary>The game server's features over a store in a folder, and machines that play.</summary>
internal sealed class TestFeatures : IAsyncDisposable
{
    public static readonly GeoPoint Philadelphia = new(39.9956, -75.1145);
    public static readonly GeoPoint Pentagon = new(38.870945, -77.055252);
    public static readonly DateTimeOffset Noon = new(2026, 3, 1, 12, 0, 0, TimeSpan.Zero);

    private readonly TestStore _store;
    private readonly EmbeddedGeocoder _geocoder = EmbeddedGeocoder.OpenDefault();
    private ulong _sequence;

    private TestFeatures(TestStore store) => _store = store;

    public GameFeatures Game { get; private set; } = null!;

    public IEventStore Store => _store.Events;

    public static async Task<TestFeatures> StartAsync(TimeProvider? clock = null)
    {
        var features = new TestFeatures(await TestStore.OpenAsync());
        await features.StartGameAsync(clock);
        return features;
    }

    /// <summary>As after a restart of the server.</summary>
    public async Task RestartAsync()
    {
        await Game.DisposeAsync();
        await _store.ReopenAsync();
        await StartGameAsync(clock: null);
    }

    /// <summary>A machine's event, as the issuer puts it on record.</summary>
    public async Task<GeniusEvent> RecordAsync(string machine, string kind, double value, DateTimeOffset time, GeoPoint place, int risk = 0)
    {
        var happened = new GeniusEvent
        {
            Key = $"machine/{machine}",
            RequestKey = new RequestKey(1, 2, _sequence++),
            Kind = kind,
            Time = time,
            Place = place,
            Value = value,
            Payload = kind == PlayJournal.Played ? JsonSerializer.SerializeToUtf8Bytes(new { risk, paid = (long)value + risk }) : default,
        };
        await Store.AppendAsync(new AppendRequest(happened.Key, new NewEvent[] { new(LicenceEvents.MachineEvent, EventCodec.ToMessage(happened).ToByteArray()) }) { Key = happened.RequestKey }, default);
        return happened;
    }

    /// <summary>Puts a rule on record past the checks of rewards.</summary>
    public Task PutRuleAsync(Rule rule) => Game.Rules.ChangeAsync([RuleChange.Put(rule)], null, default);

    /// <summary>A play that was put on record.</summary>
    public Task<GeniusEvent> PlayAsync(string machine, int risk, long paid, DateTimeOffset time, GeoPoint place) => RecordAsync(machine, PlayJournal.Played, paid - risk, time, place, risk);

    /// <summary>Waits until something that follows from what was recorded is there.</summary>
    public static async Task<T> UntilAsync<T>(Func<Task<T>> read, Func<T, bool> isThere)
    {
        using var limit = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        while (true)
        {
            var value = await read();
            if (isThere(value)) return value;
            await Task.Delay(20, limit.Token);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await Game.DisposeAsync();
        _geocoder.Dispose();
        await _store.DisposeAsync();
    }

    // No board ends by the clock: a slow machine must not change what is counted.
    private async Task StartGameAsync(TimeProvider? clock)
    {
        var options = new GameFeatureOptions { Folder = _store.Folder + "/keys", Clock = clock ?? TimeProvider.System, LeaderboardIdleTimeout = Timeout.InfiniteTimeSpan };
        Game = await GameFeatures.StartAsync(Store, _geocoder, options, default);
    }
}
