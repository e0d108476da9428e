using Genie.Brokers;
using Genie.Brokers.InMemory;
using Genie.EventStore;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Genuine.Identities;
using Genie.Geocoding;
using Genie.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Genie.Extensions.Genius.Licences.Tests;

public sealed class GeniusLicencesTests : IAsyncLifetime, IDisposable
{
    private static readonly GeoPoint Philadelphia = new(39.9956, -75.1145);
    private readonly StoreFolder _folder = new();
    private readonly ManualClock _clock = new();
    private IEventStore _store = null!;

    public async Task InitializeAsync() => _store = await _folder.OpenAsync(_clock);

    public async Task DisposeAsync() => await _store.DisposeAsync();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_hosts_issuer_decides_on_the_hosts_broker()
    {
        using var issuer = IdentityKeyPair.Generate();
        using var machine = IdentityKeyPair.Generate();
        using var administrator = IdentityKeyPair.Generate();
        await using var broker = new InMemoryBroker(new InMemoryOptions());
        var options = new LicenceIssuerOptions { Identity = issuer, Channel = "licences", Administrators = [administrator.Public] };
        var builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddSingleton(_store);
        builder.Services.AddSingleton<IBroker>(broker).AddSingleton<IReverseGeocoder>(BuiltInGeocoder.Instance).AddGeniusLicences(options);
        using var host = builder.Build();
        await host.StartAsync();
        await host.Services.GetRequiredService<LicenceRuleStore>().PutAsync(new LicenceRule(LicenceEffect.Grant, "here", Condition.In(RegionCondition.County("42101"))), default);
        await using var connection = await broker.ConnectAsync("licences", new ConnectionOptions(), default);

        Assert.True((await new LicenceClient(connection, machine, issuer.Public).RequestAsync(Philadelphia, default)).IsGranted);
        Assert.True(await new LicenceAdministrator(connection, administrator, issuer.Public).RevokeAsync(machine.Public, "why not", default));
        Assert.Equal("why not", (await host.Services.GetRequiredService<LicenceProvisioner>().ReadAsync(machine.Public, default)).RevokedFor);
        await host.StopAsync();
    }
}
