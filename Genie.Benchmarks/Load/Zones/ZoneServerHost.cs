using System.Collections.Concurrent;
using System.Net;
using Genie.Benchmarks.Load.Control;
using Genie.Datagrams;
using Genie.Datagrams.Zones;
using Genie.EventStore.PostgreSql;

namespace Genie.Benchmarks.Load.Zones;

/// <summary>A zone server in a process of its own, which tells twenty times a second what it owns.</summary>
internal static class ZoneServerHost
{
    private const int ErrorsMax = 100;

    private static readonly byte[] Key = "the key of all zone servers"u8.ToArray();
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan ReportInterval = TimeSpan.FromMilliseconds(50);

    /// <summary>What a server is called; its number is never used again.</summary>
    public static string NameOf(int number) => $"server-{number}";

    /// <summary>Serves until it is told to end.</summary>
    /// <param name="number">Its number.</param>
    /// <param name="port">Where it listens; 0 takes a free one.</param>
    /// <param name="world">The world.</param>
    /// <param name="connection">The database's connection string.</param>
    /// <param name="channel">To whom it tells.</param>
    /// <param name="ended">Completes when it is to end at once.</param>
    /// <param name="stop">Cancelled when it is to give away what it has, and end then.</param>
    public static async Task RunAsync(int number, int port, ZoneFaultWorld world, string connection, JsonLineChannel channel, Task ended, CancellationToken stop)
    {
        await using var events = await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = connection }, CancellationToken.None).ConfigureAwait(false);
        using var directory = world.OpenDirectory(events);
        ConcurrentQueue<string> errors = new();
        var options = new ZoneServerOptions { Name = NameOf(number), ServerKey = Key, HandoverMarginMetres = ZoneFaultWorld.MarginMetres, Failed = Note };
        await using var server = new ZoneServer(options, directory, world.OpenEntities(events), new WalkerRules(number));
        using var endpoint = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, port), server.Peer);
        endpoint.Start();
        server.Start(endpoint);
        var report = new ZoneServerReport { Port = endpoint.LocalAddress.ToEndPoint().Port };
        Task? stopping = null;
        do
        {
            if (stop.IsCancellationRequested) stopping ??= StopAsync(server);
            var claims = await LookAsync(server).ConfigureAwait(false);
            await channel.SendAsync(report with { Claims = claims, Errors = Drain(errors) }, ZoneServerJsonContext.Default.ZoneServerReport, CancellationToken.None).ConfigureAwait(false);
        }
        while (await Task.WhenAny(ended, Task.Delay(ReportInterval, CancellationToken.None)).ConfigureAwait(false) != ended && stopping is not { IsCompleted: true });

        void Note(Exception error)
        {
            if (errors.Count < ErrorsMax) errors.Enqueue(error.Message);
        }
    }

    private static async Task StopAsync(ZoneServer server)
    {
        using var tooLate = new CancellationTokenSource(StopTimeout);
        await server.StopAsync(tooLate.Token).ConfigureAwait(false);
    }

    /// <summary>On the server's own queue, between two of its actions: there its map and its lease are what it acts by.</summary>
    private static Task<ZoneClaim[]> LookAsync(ZoneServer server)
    {
        var looked = new TaskCompletionSource<ZoneClaim[]>(TaskCreationOptions.RunContinuationsAsynchronously);
        server.Invoke(_ =>
        {
            var from = ZoneFaultWorld.Now;
            var owned = server.OwnedZones.Select(zone => server.Map!.Find(zone)!).ToArray();
            var to = ZoneFaultWorld.Now;
            looked.TrySetResult([.. owned.Select(one => new ZoneClaim(one.Zone, one.Epoch, from, to))]);
        });
        return looked.Task;
    }

    private static List<string> Drain(ConcurrentQueue<string> errors)
    {
        List<string> drained = [];
        while (errors.TryDequeue(out var error)) drained.Add(error);
        return drained;
    }
}
