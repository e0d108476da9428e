using System.Collections.Concurrent;
using Genie.EventStore;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Configuration;
using Orleans.TestingHost;

namespace Genie.Grains.Orleans.Tests;

/// <summary>Silos of the test's process that share an event store and reminders, and a client.</summary>
internal sealed class TestCluster : IAsyncDisposable
{
    private readonly InProcessTestCluster _cluster;

    private TestCluster(InProcessTestCluster cluster) => _cluster = cluster;

    public IGrainKind<Payment, Balance> Accounts => _cluster.Client.GetGrainKind<Payment, Balance>(Account.Kind);

    public IClusterClient Client => _cluster.Client;

    public static async Task<TestCluster> StartAsync(
        short silos, IEventStore store, ConcurrentQueue<(string Key, string Host)>? ticks = null, SharedReminderTable? reminders = null)
    {
        var builder = new InProcessTestClusterBuilder(silos);
        builder.Options.ConfigureFileLogging = false;
        builder.ConfigureSilo((options, silo) =>
        {
            silo.AddGrainKind<Payment, Balance>(Account.Kind, (_, key) => new Account(key, store, options.SiloName));
            silo.AddGrainKind<bool, bool>(Clock.Kind, (_, key) => new Clock(key, ticks!, options.SiloName));
            if (reminders is null) return;
            silo.AddReminders();
            silo.Services.AddSingleton<IReminderTable>(reminders);
            silo.Configure<ReminderOptions>(each => each.MinimumReminderPeriod = TimeSpan.FromSeconds(1));
        });
        builder.ConfigureClient(client =>
        {
            client.AddGrainKinds();

            // An answer that went down with its silo is not waited for longer than a test needs.
            if (silos > 1) client.Configure<ClientMessagingOptions>(each => each.ResponseTimeout = TimeSpan.FromSeconds(10));
        });
        var cluster = builder.Build();
        await cluster.DeployAsync();
        return new TestCluster(cluster);
    }

    public static Task<TestCluster> StartAsync(short silos, IEventStore store) => StartAsync(silos, store, ticks: null, reminders: null);

    /// <summary>Ends a silo as SIGTERM does, or as SIGKILL does.</summary>
    public async Task EndSiloAsync(string name, bool isGraceful)
    {
        var silo = _cluster.Silos.Single(each => each.Name == name);
        await (isGraceful ? _cluster.StopSiloAsync(silo) : _cluster.KillSiloAsync(silo));
    }

    /// <summary>Ends all without ceremony: a graceful end takes seconds a silo, and is what other tests are about.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var silo in _cluster.Silos.ToArray()) await _cluster.KillSiloAsync(silo);
        await _cluster.DisposeAsync();
    }
}
