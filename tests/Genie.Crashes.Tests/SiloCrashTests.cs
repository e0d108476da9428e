using System.Globalization;
using Genie.Benchmarks.Load;
using Genie.Crashes.Tests.Silos;
using Genie.EventStore.PostgreSql;
using Genie.Grains.Orleans;
using Genie.Grains.Orleans.PostgreSql;
using Genie.Servers;
using Genie.Workload;
using Genie.Workload.Grains;
using Genie.Workload.Grains.Orleans;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans.Configuration;
using Xunit.Abstractions;

namespace Genie.Crashes.Tests;

/// <summary>Silos in processes of their own that share a database: killed, and ended, while requests are under way.</summary>
/// <remarks>GENIE_SILO_ROUNDS: how often; 1 by default.</remarks>
public sealed class SiloCrashTests(ITestOutputHelper output) : CrashTests(output)
{
    private const int Silos = 3;
    private const int Senders = 8;

    // Enough that a sender's requests were for parties of each silo.
    private const int AnswersBetween = 40;

    private static readonly int Rounds = int.Parse(Environment.GetEnvironmentVariable("GENIE_SILO_ROUNDS") ?? "1", CultureInfo.InvariantCulture);

    private readonly ITestOutputHelper _output = output;
    private readonly string _clusterId = $"test-{Guid.NewGuid():N}";
    private readonly ulong _run = (ulong)Random.Shared.NextInt64();

    [SkippableFact]
    public async Task What_was_answered_took_effect_once_though_silos_are_killed_and_ended()
    {
        using var stop = new CancellationTokenSource(TimeSpan.FromMinutes(4 + Rounds));
        await using var postgres = await StartAsync("postgis");
        var connection = PostgresServer.ConnectionString(postgres.Process);
        await using var store = await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = connection }, stop.Token);
        await using var silos = new SiloProcesses(connection, _clusterId);
        await silos.StartAsync(Silos);
        using var client = Client(connection);
        await client.StartAsync(stop.Token);
        await using var workload = new EventSourcedWorkload(WorkloadFactory.CreateForClient(new WorkloadChoice { Stages = Stages.Grains }), client.Services.GetRequiredService<IGrainFactory>().GetPartyGrains(), _run);
        var load = new PartyLoad(Senders, workload);
        var running = load.RunAsync(stop.Token);
        for (var round = 0; round < Rounds; round++)
        {
            await load.AnswersAsync(AnswersBetween, running, stop.Token);
            await silos.KillAsync();
            await load.AnswersAsync(AnswersBetween, running, stop.Token);
            var failed = load.Failed;
            _output.WriteLine($"round {round}: {load.Answered} answered, {failed} calls made again after a kill");
            var ending = silos.TerminateAsync();
            await Task.WhenAll(ending, load.AnswersAsync(AnswersBetween, running, stop.Token));
            _output.WriteLine($"round {round}: {load.Answered} answered, {load.Failed - failed} calls made again after SIGTERM");
            Assert.Equal((0, failed), (await ending, load.Failed));
            if (round + 1 < Rounds) await silos.StartAsync(Silos - silos.Count);
        }

        load.Finish();
        await running;
        _output.WriteLine(load.Failures);
        await load.AssertEffectsAsync(store, _run, stop.Token);
        await client.StopAsync(stop.Token);
    }

    private IHost Client(string connection)
    {
        var host = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });
        host.UseOrleansClient(client =>
        {
            client.UsePostgreSqlCluster(connection);
            client.Configure<ClusterOptions>(options => (options.ClusterId, options.ServiceId) = (_clusterId, "genie"));

            // An answer that went down with its silo is not waited for longer than a test needs.
            client.Configure<ClientMessagingOptions>(static options => options.ResponseTimeout = TimeSpan.FromSeconds(10));
            client.Configure<GatewayOptions>(static options => options.GatewayListRefreshPeriod = TimeSpan.FromSeconds(1));
            client.AddGrainKinds();
        });
        return host.Build();
    }
}
