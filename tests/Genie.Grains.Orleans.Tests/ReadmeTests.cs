using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans.TestingHost;

namespace Genie.Grains.Orleans.Tests;

/// <summary>The README's silo and client, over TCP.</summary>
public sealed class ReadmeTests
{
    [Fact]
    public async Task A_client_pays_to_a_wallet_in_a_silo()
    {
        using var temporary = new TemporaryFolder();
        using var timeout = new CancellationTokenSource(TimeSpan.FromSeconds(120));
        var stop = timeout.Token;
        await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = temporary.Path }, stop);
        using var ports = new TestClusterPortAllocator();
        var (siloPort, gatewayPort) = ports.AllocateConsecutivePortPairs(1);
        using var siloHost = Silo(siloPort, gatewayPort, store);
        await siloHost.StartAsync(stop);
        using var clientHost = Client(gatewayPort);
        await clientHost.StartAsync(stop);

        var client = clientHost.Services.GetRequiredService<IClusterClient>();
        var wallets = client.GetGrainKind<Payment, Balance>("wallet");
        var balance = await wallets.CallAsync("17", new Payment(1, 1, 250), stop);        // wherever in the cluster it lives; what it throws is thrown here
        Assert.Equal(new Balance(250, 1, "silo"), balance);
        await Assert.ThrowsAsync<GrainRefusalException>(async () => await wallets.CallAsync("17", new Payment(1, 2, -1), stop));
        Assert.Equal(250, (await wallets.CallAsync("17", new Payment(1, 1, 250), stop)).Amount);

        await clientHost.StopAsync(stop);
        await siloHost.StopAsync(stop);
        Assert.Equal(1, (await store.LoadSnapshotAsync(Account.StreamOf("17"), stop))!.Version);
    }

    [Fact]
    public async Task A_silo_has_purses()
    {
        using var timeout = new CancellationTokenSource(TimeSpan.FromSeconds(120));
        using var ports = new TestClusterPortAllocator();
        var (stop, (siloPort, gatewayPort)) = (timeout.Token, ports.AllocateConsecutivePortPairs(1));
        var host = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });

        host.UseOrleans(silo => silo
            .UseLocalhostClustering(siloPort, gatewayPort)
            .AddGrainKind<int, long>("purse", (_, _) => new Purse()));
        using var silo = host.Build();
        await silo.StartAsync(stop);
        var purses = silo.Services.GetRequiredService<IClusterClient>().GetGrainKind<int, long>("purse");
        var money = await purses.CallAsync("17", 250, stop);

        Assert.Equal((250, 500), (money, await purses.CallAsync("17", 250, stop)));
        await silo.StopAsync(stop);
    }

    [Fact]
    public void It_shows_what_is_tested_here() => ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Grains.Orleans/README.md");

    private static IHost Silo(int siloPort, int gatewayPort, IEventStore store)
    {
        var host = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        host.Services.AddSingleton(store);
        host.UseOrleans(silo => silo
            .UseLocalhostClustering(siloPort, gatewayPort)
            .AddGrainKind<Payment, Balance>("wallet", (services, key) => new Account(key, services.GetRequiredService<IEventStore>(), "silo")));
        return host.Build();
    }

    private static IHost Client(int gatewayPort)
    {
        var host = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        host.UseOrleansClient(client => client.UseLocalhostClustering(gatewayPort).AddGrainKinds());
        return host.Build();
    }
}

[GrainType("wallet")]
internal sealed class WalletHost(SiloGrains grains) : HostedGrain<Payment, Balance>(grains);

internal sealed class Purse : Grain<int, long>                                      // what must last goes into a store, as in Genie.Grains
{
    private long _money;

    protected override ValueTask<long> HandleAsync(int message, GrainCall call) => ValueTask.FromResult(_money += message);
}

[GrainType("purse")]
internal sealed class PurseHost(SiloGrains grains) : HostedGrain<int, long>(grains);            // all that Orleans needs of a kind
