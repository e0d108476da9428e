using Genie.Brokers;
using Genie.Brokers.InMemory;
using Genie.EventStore;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Genuine.Envelopes;
using Genie.Genuine.Identities;
using Genie.Geocoding;
using Genie.Testing;

namespace Genie.Extensions.Genius.Licences.Tests;

/// <summary>An issuer that grants in Philadelphia, behind a broker in this process, with a clock that is moved by hand.</summary>
internal sealed class IssuerWorld : IAsyncDisposable
{
    public static readonly GeoPoint Philadelphia = new(39.9956, -75.1145);

    private readonly StoreFolder _folder = new();

    private IssuerWorld()
    {
    }

    public ManualClock Clock { get; } = new();

    public IdentityKeyPair Server { get; } = IdentityKeyPair.Generate();

    public IdentityKeyPair Administrator { get; } = IdentityKeyPair.Generate();

    public InMemoryBroker Broker { get; } = new(new InMemoryOptions());

    public IEventStore Store { get; private set; } = null!;

    public LicenceRuleStore Rules { get; private set; } = null!;

    public LicenceProvisioner Provisioner { get; private set; } = null!;

    public LicenceIssuer Issuer { get; private set; } = null!;

    public IBrokerConnection Connection { get; private set; } = null!;

    public static async Task<IssuerWorld> CreateAsync()
    {
        var world = new IssuerWorld();
        world.Clock.Advance(TimeSpan.FromDays(20_000));
        world.Store = await world._folder.OpenAsync(world.Clock);
        world.Rules = new LicenceRuleStore(world.Store, BuiltInGeocoder.Instance);
        await world.Rules.PutAsync(new LicenceRule(LicenceEffect.Grant, "philadelphia", Condition.In(RegionCondition.County("42101"))), default);
        world.Provisioner = world.NewProvisioner();
        world.Issuer = world.NewIssuer(world.Provisioner);
        await world.Broker.ListenAsync("licences", new ListenOptions(), world.Issuer.HandleAsync, default);
        world.Connection = await world.Broker.ConnectAsync("licences", new ConnectionOptions(), default);
        return world;
    }

    /// <summary>One that knows nothing yet, as after a restart.</summary>
    public LicenceProvisioner NewProvisioner() => new(Store, Rules, new LicenceOptions { Clock = Clock });

    /// <inheritdoc cref="NewProvisioner"/>
    public LicenceIssuer NewIssuer(LicenceProvisioner provisioner) => new(Server, provisioner, new EnvelopeOptions { Clock = Clock }, [Administrator.Public]);

    public LicenceClient ClientOf(IdentityKeyPair machine) => new(Connection, machine, Server.Public, Clock);

    public async ValueTask DisposeAsync()
    {
        await Broker.DisposeAsync();
        Rules.Dispose();
        await Store.DisposeAsync();
        Server.Dispose();
        Administrator.Dispose();
        _folder.Dispose();
    }
}
