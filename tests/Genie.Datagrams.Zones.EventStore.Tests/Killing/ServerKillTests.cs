using System.Globalization;
using Genie.Datagrams.Rpc.Tests;
using Genie.Datagrams.Zones.EventStore.Tests.Directories;
using Genie.Datagrams.Zones.Tests.World;
using Xunit.Abstractions;

namespace Genie.Datagrams.Zones.EventStore.Tests.Killing;

/// <summary>Real processes that share a PostgreSQL, killed with -9 while clients walk over borders. GENIE_KILLS=100 for a longer run.</summary>
[Collection(PostgreSqlTests.Name)]
public sealed class ServerKillTests(PostgreSqlStore store, ITestOutputHelper output)
{
    private const int KillsByDefault = 5;
    private const int Servers = 3;
    private const int Players = 8;

    private static readonly TimeSpan GivesUpAfter = TimeSpan.FromMinutes(2);

    private readonly Random _random = new(Seeds.Next(output));
    private readonly string _world = $"{Guid.NewGuid():N}";

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "20")]
    public async Task Every_message_counts_once_and_in_order_whichever_server_is_killed()
    {
        var kills = int.Parse(Environment.GetEnvironmentVariable("GENIE_KILLS") ?? $"{KillsByDefault}", CultureInfo.InvariantCulture);
        var events = store.Events;
        using var directory = WorkerServer.OpenDirectory(events, _world);
        var servers = await Task.WhenAll(Enumerable.Range(0, Servers).Select(_ => ServerInProcess.StartAsync(store.ConnectionString, _world)));
        try
        {
            await UntilAllServeAsync(directory, servers);
            await using var crowd = new Crowd(Players, [.. servers.Select(server => server.Address)], _random.Next());
            for (var kill = 0; kill < kills; kill++) await KillAndReplaceAsync(directory, servers, kill);
            await crowd.FallSilentAsync(GivesUpAfter);
            output.WriteLine($"{kills} kills, {crowd.Players.Sum(player => player.Said):N0} messages, {crowd.Players.Sum(player => player.Client.GetStatistics().Attachments)} attachments, {crowd.Players.Sum(player => player.Client.GetStatistics().Resent):N0} sent again");
            var entities = WorkerServer.OpenEntities(events, _world);
            foreach (var player in crowd.Players)
            {
                var kept = (await entities.LoadAsync(player.Entity, default))!;
                Assert.Equal((player.Said, 0), StrictWorld.Read(kept.State));
                Assert.Equal(player.Said, kept.Received);
                Assert.Equal(Enumerable.Range(0, player.Heard.Count).Select(i => (long)i * CountingWorld.EchoEvery), player.Heard);
                Assert.True(player.Servers.Where(server => server is not null).Distinct().Count() > 1, $"entity {player.Entity} never left its server");
            }
        }
        finally
        {
            foreach (var server in servers) await server.DisposeAsync();
        }
    }

    private async Task KillAndReplaceAsync(EventStoreZoneDirectory directory, ServerInProcess[] servers, int kill)
    {
        await Task.Delay(_random.Next(200, 2_000));
        var victim = _random.Next(servers.Length);
        await servers[victim].KillAsync();
        await servers[victim].DisposeAsync();

        // Now and then it is back before anybody has missed it.
        await Task.Delay(_random.Next(2) * _random.Next(3_000));
        servers[victim] = await ServerInProcess.StartAsync(store.ConnectionString, _world);
        await UntilAllServeAsync(directory, servers);
        output.WriteLine($"kill {kill}: server {victim} is back");
    }

    /// <summary>All zones have owners that live, and all servers have zones.</summary>
    private static async Task UntilAllServeAsync(EventStoreZoneDirectory directory, ServerInProcess[] servers)
    {
        using var tooLate = new CancellationTokenSource(GivesUpAfter);
        while (true)
        {
            var map = await directory.ReadAsync(tooLate.Token);
            if (map.Assignments.All(zone => zone.IsLive) && servers.All(server => map.OwnedBy(server.Name).Any())) return;
            await Task.Delay(20, tooLate.Token);
        }
    }
}
