using System.Collections.Concurrent;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Grains.Orleans.PostgreSql;
using Genie.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Orleans.Configuration;
using Orleans.TestingHost;

namespace Genie.Grains.Orleans.Tests;

/// <summary>Silos and a client over TCP that find each other in a database.</summary>
public sealed class PostgreSqlClusterTests(PostgreSqlFixture postgres) : IClassFixture<PostgreSqlFixture>, IDisposable
{
    private const int Keys = 24;

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(240);

    // How soon is read from the database what a message between silos would have said that was lost: Orleans' own defaults are one to five minutes.
    private static readonly TimeSpan RefreshPeriod = TimeSpan.FromSeconds(2);

    private readonly TemporaryFolder _folder = new();
    private readonly ConcurrentQueue<(string Key, string Host)> _ticks = new();
    private readonly string _clusterId = $"test-{Guid.NewGuid():N}";

    public void Dispose() => _folder.Dispose();

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "20")]
    public async Task A_silo_that_stops_hands_its_grains_and_timers_to_the_other()
    {
        Skip.If(PostgreSqlFixture.WhyUnavailable is not null, PostgreSqlFixture.WhyUnavailable);
        using var stop = new CancellationTokenSource(Timeout);
        await Task.WhenAll(CreateTablesAsync(stop.Token), CreateTablesAsync(stop.Token));
        await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = _folder.Path, SegmentBytes = 1 << 20 }, stop.Token);
        using var ports = new TestClusterPortAllocator();
        var (siloPort, gatewayPort) = ports.AllocateConsecutivePortPairs(2);
        using var one = Silo("one", siloPort, gatewayPort, store);
        using var two = Silo("two", siloPort + 1, gatewayPort + 1, store);
        await one.StartAsync(stop.Token);
        await two.StartAsync(stop.Token);
        foreach (var silo in (IHost[])[one, two]) await UntilItKnowsAsync(silo, silos: 2, stop.Token);
        using var client = Client();
        await client.StartAsync(stop.Token);
        var factory = client.Services.GetRequiredService<IGrainFactory>();
        var load = new PaymentLoad(senders: 8, Keys, [factory.GetGrainKind<Payment, Balance>(Account.Kind)]);
        var running = load.RunAsync(stop.Token);
        await PaymentLoad.UntilAsync(() => load.Hosts.Count == 2 && load.Confirmed > 200, running, stop.Token);

        // Clocks are asked for until one ticks in the silo that is going to stop.
        var clocks = factory.GetGrainKind<bool, bool>(Clock.Kind);
        for (var i = 0; !_ticks.Any(tick => tick.Host == "two"); i++)
        {
            if (i < 20) await clocks.CallAsync($"{i}", false, stop.Token);
            await Task.Delay(20, stop.Token);
        }

        var moved = _ticks.First(tick => tick.Host == "two").Key;
        await UntilItHasAReminderAsync(one, moved, stop.Token);
        await two.StopAsync(stop.Token);
        load.ForgetHosts();
        await PaymentLoad.UntilAsync(() => load.KeysServed == Keys && _ticks.Contains((moved, "one")), running, stop.Token);

        load.Finish();
        await running;
        Assert.Equal(["one"], load.Hosts.Keys);
        await load.AssertEffectsAsync(store, stop.Token);
        await client.StopAsync(stop.Token);
        await one.StopAsync(stop.Token);
    }

    [Fact]
    public async Task A_database_that_is_not_there_is_an_error()
    {
        var error = await Assert.ThrowsAsync<GrainException>(() => PostgreSqlCluster.CreateTablesAsync("Host=127.0.0.1;Port=1;Username=nobody;Timeout=5", CancellationToken.None));
        Assert.Contains("connection string", error.Message, StringComparison.Ordinal);
    }

    private static async Task UntilItKnowsAsync(IHost silo, int silos, CancellationToken cancellationToken)
    {
        var known = silo.Services.GetRequiredService<ISiloStatusOracle>();
        while (known.GetApproximateSiloStatuses(onlyActive: true).Count != silos) await Task.Delay(20, cancellationToken);
    }

    // It is registered after the timer was set: a clock may tick before.
    private static async Task UntilItHasAReminderAsync(IHost silo, string clock, CancellationToken cancellationToken)
    {
        var reminders = silo.Services.GetRequiredService<IReminderTable>();
        while ((await reminders.ReadRows(GrainId.Create(Clock.Kind, clock), cancellationToken)).Reminders.Count == 0) await Task.Delay(20, cancellationToken);
    }

    private Task CreateTablesAsync(CancellationToken cancellationToken) => PostgreSqlCluster.CreateTablesAsync(postgres.ConnectionString, cancellationToken);

    private IHost Silo(string name, int siloPort, int gatewayPort, IEventStore store) => Build(host => host.UseOrleans(silo =>
    {
        silo.UsePostgreSqlCluster(postgres.ConnectionString);
        silo.Configure<ClusterOptions>(Name);
        silo.Configure<SiloOptions>(options => options.SiloName = name);
        silo.Configure<ClusterMembershipOptions>(options => options.TableRefreshTimeout = RefreshPeriod);
        silo.Configure<ReminderOptions>(options => (options.MinimumReminderPeriod, options.RefreshReminderListPeriod) = (TimeSpan.FromSeconds(1), RefreshPeriod));
        silo.ConfigureEndpoints("127.0.0.1", siloPort, gatewayPort);
        silo.AddGrainKind<Payment, Balance>(Account.Kind, (_, key) => new Account(key, store, name));
        silo.AddGrainKind<bool, bool>(Clock.Kind, (_, key) => new Clock(key, _ticks, name));
    }));

    private IHost Client() => Build(host => host.UseOrleansClient(client =>
    {
        client.UsePostgreSqlCluster(postgres.ConnectionString);
        client.Configure<ClusterOptions>(Name);
        client.Configure<ClientMessagingOptions>(options => options.ResponseTimeout = TimeSpan.FromSeconds(10));
        client.Configure<GatewayOptions>(options => options.GatewayListRefreshPeriod = RefreshPeriod);
        client.AddGrainKinds();
    }));

    private static IHost Build(Action<HostApplicationBuilder> configure)
    {
        var host = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        host.Logging.ClearProviders();
        configure(host);
        return host.Build();
    }

    private void Name(ClusterOptions options) => (options.ClusterId, options.ServiceId) = (_clusterId, _clusterId);
}
