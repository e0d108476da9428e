using GameLicenseExample.Features.Bids;
using GameLicenseExample.Features.Kyc;
using GameLicenseExample.Features.Leaderboard;
using GameLicenseExample.Features.Locator;
using GameLicenseExample.Features.Rewards;
using GameLicenseExample.Features.Rooms;
using GameLicenseExample.Features.Signals;
using GameLicenseExample.Features.Wallet;
using GameLicenseExample.Keys;
using Genie.EventStore;
using Genie.EventStore.Projections;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Keys;
using Genie.Extensions.Genius.Licences;
using Genie.Extensions.Genius.Rules;
using Genie.Geocoding;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace GameLicenseExample.Features.Serving;

/// <summary>The features of the game server, on one event store, with Genius among them: it takes in what machines play and where people are.</summary>
internal sealed class GameFeatures : IAsyncDisposable
{
    private static readonly TimeSpan SettleInterval = TimeSpan.FromSeconds(1);

    private readonly CancellationTokenSource _stop = new();
    private readonly IHost _genius;
    private readonly PlaySettlement _settlement;
    private readonly KycParties _parties;
    private Task _running = Task.CompletedTask;

    private GameFeatures(IEventStore store, EmbeddedGeocoder geocoder, GameFeatureOptions options)
    {
        (Store, Geocoder, Clock) = (store, geocoder, options.Clock);
        _genius = BuildGenius(store, geocoder, options);
        Processor = _genius.Services.GetRequiredService<GeniusProcessor>();
        Rules = _genius.Services.GetRequiredService<RuleStore>();
        Wallet = new CreditWallet(store, Clock);
        _settlement = new PlaySettlement(Wallet);
        Rewards = new RewardGiver(store, Rules, Wallet, Clock);
        Auctions = new AuctionHouse(store, Wallet, Clock);
        Rooms = new RoomKeeper(store, Wallet, Clock);
        Locator = new PlaceFinder(store, Processor, _genius.Services.GetRequiredService<KeyStates>(), Clock);
        Signals = new SignalMap(store);
        _parties = KycParties.In(options.Folder);
        Kyc = new KycOffice(store, _parties.Office, [.. _parties.Officers.Select(static each => each.Public)], options.Biometrics);
    }

    public IEventStore Store { get; }

    public EmbeddedGeocoder Geocoder { get; }

    public TimeProvider Clock { get; }

    public GeniusProcessor Processor { get; }

    public RuleStore Rules { get; }

    public CreditWallet Wallet { get; }

    public Leaderboards Leaderboards { get; } = new();

    public RewardGiver Rewards { get; }

    public AuctionHouse Auctions { get; }

    public RoomKeeper Rooms { get; }

    public PlaceFinder Locator { get; }

    public SignalMap Signals { get; }

    public KycOffice Kyc { get; }

    /// <summary>The keys of the office and its officers, which a real house would keep apart.</summary>
    public KycParties Parties => _parties;

    /// <summary>Starts them.</summary>
    /// <exception cref="EventStoreException">The store cannot be read.</exception>
    /// <exception cref="KeyFileException">A key cannot be used.</exception>
    public static async Task<GameFeatures> StartAsync(IEventStore store, EmbeddedGeocoder geocoder, GameFeatureOptions options, CancellationToken cancellationToken)
    {
        var features = new GameFeatures(store, geocoder, options);
        try
        {
            await features._genius.StartAsync(cancellationToken).ConfigureAwait(false);
            if (features.Rules.Find(LeaderboardWindows.WinRule.Id) is null) await features.Rules.ChangeAsync([RuleChange.Put(LeaderboardWindows.WinRule)], null, cancellationToken).ConfigureAwait(false);
            features._running = Task.WhenAll(features.FollowPlays(), features.FollowFacts(), features.FollowBoards(), Task.Run(features.SettleAsync, CancellationToken.None));
            return features;
        }
        catch
        {
            await features.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync().ConfigureAwait(false);
        await _running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _genius.StopAsync(CancellationToken.None).ConfigureAwait(false);
        if (_genius is IAsyncDisposable genius) await genius.DisposeAsync().ConfigureAwait(false);
        foreach (var each in new IDisposable[] { Kyc, Signals, Locator, Rooms, Auctions, Rewards, Wallet, _parties }) each.Dispose();
        _stop.Dispose();
    }

    private static IHost BuildGenius(IEventStore store, EmbeddedGeocoder geocoder, GameFeatureOptions options)
    {
        // Empty: no settings file or variable of the folder it happens to run in has a say.
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        builder.Services.AddSingleton(store).AddSingleton<IReverseGeocoder>(geocoder).AddSingleton<IHostLifetime, NoLifetime>();
        builder.Services.AddGenius(genius => genius with { Channel = null, Windows = LeaderboardWindows.Of(geocoder, options.LeaderboardPeriod, options.LeaderboardIdleTimeout) });
        builder.Services.AddGeniusKeys();
        return builder.Build();
    }

    /// <summary>What machines put on record goes to the ledger and to Genius. Both know what they have seen, so it does not matter if it comes twice.</summary>
    private Task FollowPlays() => RunAsync(new ProjectionRunner(Store, "game/plays", async (recorded, token) =>
    {
        try
        {
            var played = EventCodec.Decode(recorded.Payload.Span);
            await _settlement.EnterAsync(played, token).ConfigureAwait(false);
            await Processor.ProcessAsync(played, token).ConfigureAwait(false);
        }
        catch (Exception error) when (error is FutureEventException or MalformedEventException)
        {
            // What a machine with a wrong clock says is on record, but counts for no board.
        }
    })
    {
        Filter = new EventFilter { Category = "machine", Types = [LicenceEvents.MachineEvent] },
    });

    private Task FollowFacts() => RunAsync(new ProjectionRunner(Store, "game/rewards", Rewards.GiveAsync) { Filter = new EventFilter { Category = "genius" } });

    private Task FollowBoards() => Task.Run(() => Leaderboards.FollowAsync(Store, _stop.Token), CancellationToken.None);

    private Task RunAsync(ProjectionRunner runner) => Task.Run(() => runner.RunAsync(_stop.Token), CancellationToken.None);

    private async Task SettleAsync()
    {
        using var timer = new PeriodicTimer(SettleInterval, Clock);
        while (await timer.WaitForNextTickAsync(_stop.Token).ConfigureAwait(false))
        {
            try
            {
                await Auctions.SettleAsync(_stop.Token).ConfigureAwait(false);
                await Rooms.SettleAsync(_stop.Token).ConfigureAwait(false);
            }
            catch (Exception error) when (error is EventStoreException { IsTransient: true } or Decisions.FeatureRefusedException)
            {
                // Tried again with the next tick.
            }
        }
    }

    /// <summary>Signals to the process are the program's affair.</summary>
    private sealed class NoLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
