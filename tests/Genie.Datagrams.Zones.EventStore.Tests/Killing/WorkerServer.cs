using System.Net;
using Genie.Datagrams.Zones.Tests.World;
using Genie.EventStore.PostgreSql;

namespace Genie.Datagrams.Zones.EventStore.Tests.Killing;

/// <summary>The zone server that the test kills: a process with an event store in common with the others. It says where it is, and goes on until it is ended.</summary>
internal static class WorkerServer
{
    public const string Argument = "serve-zones";
    public const string Ready = "ready";

    public static readonly byte[] Key = "the key of all servers"u8.ToArray();

    public static EventStoreZoneDirectory OpenDirectory(PostgreSqlEventStore events, string world) => new(events, FourZones.Layout, stream: $"zones-{world}");

    public static EventStoreEntityStore OpenEntities(PostgreSqlEventStore events, string world) => new(events, $"entity-{world}");

    public static async Task<int> RunAsync(string connectionString, string world)
    {
        await using var events = await PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = connectionString }, default);
        using var directory = OpenDirectory(events, world);
        await using var server = new ZoneServer(new ZoneServerOptions { ServerKey = Key }, directory, OpenEntities(events, world), new StrictWorld());
        using var endpoint = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), server.Peer);
        endpoint.Start();
        server.Start(endpoint);
        Console.WriteLine(Ready);
        Console.WriteLine($"{endpoint.LocalAddress.ToEndPoint().Port} {server.Self!.Name}");

        // When the test is killed itself, its end of the pipe closes, and this ends as well.
        await Console.In.ReadToEndAsync();
        return 0;
    }
}
