using Genie.EventStore;
using Genie.EventStore.PostgreSql;
using Genie.Extensions.Genius.Hosting;
using Genie.Grains.Orleans.PostgreSql;
using Genie.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans.TestingHost;

namespace Genie.Extensions.Genius.Orleans.Tests;

public sealed class ReadmeTests(PostgreSqlFixture postgres) : IClassFixture<PostgreSqlFixture>
{
    [SkippableFact]
    public async Task The_examples_host_is_a_silo_that_processes_events()
    {
        Skip.If(PostgreSqlFixture.WhyUnavailable is not null, PostgreSqlFixture.WhyUnavailable);
        using var timeout = new CancellationTokenSource(TimeSpan.FromMinutes(3));
        using var ports = new TestClusterPortAllocator();
        var (connection, stop) = (postgres.ConnectionString, timeout.Token);
        var (address, (siloPort, _)) = ("127.0.0.1", ports.AllocateConsecutivePortPairs(1));
        await using var store = await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = connection }, stop);

        await PostgreSqlCluster.CreateTablesAsync(connection, stop);
        var builder = Host.CreateApplicationBuilder();
        builder.Services.AddSingleton<IEventStore>(store);                                   // one that all processes share: PostgreSQL
        builder.AddGeniusSilo(silo => silo                                                   // before AddGenius
            .UsePostgreSqlCluster(connection)
            .ConfigureEndpoints(address, siloPort, gatewayPort: 0));                         // where the others reach it
        builder.Services.AddGenius(options => options with { Channel = "plays" });
        using var host = builder.Build();
        await host.StartAsync(stop);

        var processor = host.Services.GetRequiredService<GeniusProcessor>();
        Assert.False((await processor.ProcessAsync(Trucks.Event("truck", 1), stop)).IsRepeat);
        Assert.True((await processor.ProcessAsync(Trucks.Event("truck", 1), stop)).IsRepeat);
        await host.StopAsync(stop);
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Extensions.Genius.Orleans/README.md");
    }
}
