using GameLicenseExample.Playing;
using Genie.Brokers;
using Genie.Brokers.InMemory;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Licences;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Genuine.Envelopes;
using Genie.Genuine.Identities;
using Genie.Geocoding;
using Genie.Testing;

namespace GameLicenseExample.Tests.Playing;

/// <summary>An issuer that grants in Philadelphia, in this process, and a machine that can ask it.</summary>
internal sealed class LocalIssuer : IAsyncDisposable
{
    private readonly TemporaryFolder _folder;
    private readonly InMemoryBroker _broker = new(new InMemoryOptions());
    private readonly IdentityKeyPair _issuer = IdentityKeyPair.Generate();
    private LicenceRuleStore? _rules;
    private IBrokerConnection _connection = null!;

    private LocalIssuer(TemporaryFolder folder, IEventStore store) => (_folder, Store) = (folder, store);

    public IEventStore Store { get; }

    public IdentityKeyPair Machine { get; } = IdentityKeyPair.Generate();

    public LicenceProvisioner Provisioner { get; private set; } = null!;

    public LicenceClient Client { get; private set; } = null!;

    public static async Task<LocalIssuer> OpenAsync(LicenceOptions? options = null)
    {
        var folder = new TemporaryFolder();
        var issuer = new LocalIssuer(folder, await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder.Path, SegmentBytes = 1 << 20 }, default));
        await issuer.StartAsync(options ?? new LicenceOptions { ClosingKinds = [PlayJournal.Left] });
        return issuer;
    }

    /// <summary>The machine's client through another connection to the issuer.</summary>
    public LicenceClient ClientThrough(Func<IBrokerConnection, IBrokerConnection> connection) => new(connection(_connection), Machine, _issuer.Public);

    /// <summary>Puts a rule on record by which no machine gets a licence any more.</summary>
    public Task DenyAsync() => _rules!.PutAsync(new LicenceRule(LicenceEffect.Deny, "all", Condition.In(RegionCondition.County("42101"))), default);

    /// <summary>The machine's events.</summary>
    public async Task<List<GeniusEvent>> ReadEventsAsync()
    {
        var events = new List<GeniusEvent>();
        await foreach (var each in Store.ReadStreamAsync(Client.EventKey, 1, default)) events.Add(EventCodec.Decode(each.Payload.Span));
        return events;
    }

    public async ValueTask DisposeAsync()
    {
        await _broker.DisposeAsync();
        _rules?.Dispose();
        await Store.DisposeAsync();
        Machine.Dispose();
        _issuer.Dispose();
        _folder.Dispose();
    }

    private async Task StartAsync(LicenceOptions options)
    {
        _rules = new LicenceRuleStore(Store, EmbeddedGeocoder.OpenDefault());
        await _rules.PutAsync(new LicenceRule(LicenceEffect.Grant, "county-42101", Condition.In(RegionCondition.County("42101"))), default);
        Provisioner = new LicenceProvisioner(Store, _rules, options);
        await _broker.ListenAsync("issuer", new ListenOptions(), new LicenceIssuer(_issuer, Provisioner, new EnvelopeOptions()).HandleAsync, default);
        _connection = await _broker.ConnectAsync("issuer", new ConnectionOptions(), default);
        Client = new LicenceClient(_connection, Machine, _issuer.Public);
    }
}
