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

public sealed class ReadmeTests
{
    [Fact]
    public async Task The_examples_machine_is_granted_a_licence_that_can_be_checked_offline()
    {
        using var folder = new StoreFolder();
        using var timeout = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        var stop = timeout.Token;
        await using var store = await folder.OpenAsync();
        await using var broker = new InMemoryBroker(new InMemoryOptions());
        using var issuer = IdentityKeyPair.Generate();
        using var machine = IdentityKeyPair.Generate();

        var builder = Host.CreateApplicationBuilder();
        builder.Services.AddSingleton<IBroker>(broker);                                               // any Genie.Brokers driver
        builder.Services.AddSingleton<IEventStore>(store);                                            // a folder or PostgreSQL: Genie.EventStore
        builder.Services.AddGeniusLicences(new LicenceIssuerOptions { Identity = issuer, Channel = "licences" });
        using var host = builder.Build();
        await host.StartAsync(stop);
        var philadelphia = Condition.In(RegionCondition.County("42101"));
        await host.Services.GetRequiredService<LicenceRuleStore>().PutAsync(new LicenceRule(LicenceEffect.Grant, "philadelphia", philadelphia), stop);

        await using var connection = await broker.ConnectAsync("licences", new ConnectionOptions(), stop);
        var client = new LicenceClient(connection, machine, issuer.Public);
        var decision = await client.RequestAsync(new GeoPoint(39.9956, -75.1145), stop);
        var document = client.Licence!.Document;                                                      // keep it
        var reason = SignedLicence.Read(document, issuer.Public)!.RefusalReason(machine.Public, DateTimeOffset.UtcNow);

        Assert.Equal((true, "grant/philadelphia", ""), (decision.IsGranted, decision.Rule, reason));
        await host.StopAsync(stop);
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Extensions.Genius.Licences/README.md");
    }
}
