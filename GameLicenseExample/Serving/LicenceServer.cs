using GameLicenseExample.Features.Serving;
using GameLicenseExample.Keys;
using GameLicenseExample.Playing;
using Genie.Brokers;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Licences;
using Genie.Genuine.Envelopes;
using Genie.Genuine.Identities;
using Genie.Geocoding;

namespace GameLicenseExample.Serving;

/// <summary>An issuer of licences on a broker's channel, with rules, decisions and plays in an event store.</summary>
internal sealed class LicenceServer : IAsyncDisposable
{
    private const string KeyName = "server.key";
    private const string AdministratorKeyName = "administrator.key";
    private const string EventsName = "events";

    // A game writes little, and each segment is filled with zeros before.
    private const long SegmentBytes = 4 << 20;

    private readonly IdentityKeyPair _identity;
    private readonly IEventStore _store;
    private readonly EmbeddedGeocoder _geocoder;
    private readonly LicenceRuleStore _rules;
    private IAsyncDisposable? _listener;
    private GameFeatures? _features;
    private ServerPage? _page;

    private LicenceServer(IdentityKeyPair identity, IEventStore store, EmbeddedGeocoder geocoder) =>
        (_identity, _store, _geocoder, _rules) = (identity, store, geocoder, new LicenceRuleStore(store, geocoder));

    /// <summary>Whose envelopes it opens; games must know it.</summary>
    public PublicIdentity Identity => _identity.Public;

    /// <summary>Where its live page is; null: it has none.</summary>
    public Uri? Page => _page?.Address;

    /// <summary>Where the page of the game's features is, with the key that it needs; null: it has none.</summary>
    public Uri? FeaturesPage => _page?.Features;

    /// <summary>Opens the store and listens.</summary>
    /// <exception cref="KeyFileException">Its key cannot be used.</exception>
    /// <exception cref="EventStoreException">Its events cannot be opened; another server may have them open.</exception>
    /// <exception cref="BrokerException">The broker cannot be reached, or the port not be bound.</exception>
    /// <exception cref="IOException">The page's port is taken.</exception>
    public static async Task<LicenceServer> StartAsync(LicenceServerOptions options, IBroker broker, CancellationToken cancellationToken)
    {
        var identity = KeyFile.OpenOrCreate(KeyIn(options.Folder));
        var store = await EmbeddedEventStore.OpenAsync(
            new EmbeddedStoreOptions { Folder = EventsIn(options.Folder), SegmentBytes = SegmentBytes }, cancellationToken).ConfigureAwait(false);
        var server = new LicenceServer(identity, store, EmbeddedGeocoder.OpenDefault());
        try
        {
            await server.PutRulesAsync(options.Rules, cancellationToken).ConfigureAwait(false);
            server._features = await GameFeatures.StartAsync(store, server._geocoder, new GameFeatureOptions { Folder = options.Folder }, cancellationToken).ConfigureAwait(false);
            using var administrator = KeyFile.OpenOrCreate(AdministratorKeyIn(options.Folder));
            if (options.PagePort is { } port) server._page = await ServerPage.StartAsync(port, store, server._rules, server._features, FeatureKey.Of(administrator), cancellationToken).ConfigureAwait(false);
            var issuer = new LicenceIssuer(identity, new LicenceProvisioner(store, server._rules, new LicenceOptions { ClosingKinds = [PlayJournal.Left] }), new EnvelopeOptions(), [administrator.Public]);
            server._listener = await broker.ListenAsync(ChannelOf(identity.Public), new ListenOptions { Concurrency = 4 }, issuer.HandleAsync, cancellationToken).ConfigureAwait(false);
            return server;
        }
        catch
        {
            await server.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>The file of the server's own key.</summary>
    public static string KeyIn(string folder) => Path.Combine(folder, KeyName);

    /// <summary>The folder of its events.</summary>
    public static string EventsIn(string folder) => Path.Combine(folder, EventsName);

    /// <summary>The file of the key by which licences are taken back: who may read it is an administrator.</summary>
    public static string AdministratorKeyIn(string folder) => Path.Combine(folder, AdministratorKeyName);

    /// <summary>The channel of a server's issuer: servers that share a messaging system do not get each other's envelopes.</summary>
    public static string ChannelOf(PublicIdentity identity) => $"genie-game-{identity.Fingerprint:x16}";

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_listener is { } listener) await listener.DisposeAsync().ConfigureAwait(false);
        if (_page is { } page) await page.DisposeAsync().ConfigureAwait(false);
        if (_features is { } features) await features.DisposeAsync().ConfigureAwait(false);
        _rules.Dispose();
        _geocoder.Dispose();
        await _store.DisposeAsync().ConfigureAwait(false);
        _identity.Dispose();
    }

    private async Task PutRulesAsync(IReadOnlyList<LicenceRule> rules, CancellationToken cancellationToken)
    {
        // A server whose rules were all taken away grants nothing; one that never had any gets the default.
        var isNew = await _store.GetVersionAsync(LicenceEvents.RulesStream, cancellationToken).ConfigureAwait(false) == 0;
        if (isNew) await _rules.PutAsync(LicenceServerOptions.DefaultRule, cancellationToken).ConfigureAwait(false);
        foreach (var rule in rules) await _rules.PutAsync(rule, cancellationToken).ConfigureAwait(false);
    }
}
