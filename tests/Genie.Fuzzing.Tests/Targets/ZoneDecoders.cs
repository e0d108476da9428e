using Genie.Datagrams.Rpc.Wire;
using Genie.Datagrams.Zones;
using Genie.Datagrams.Zones.Tests.World;
using Genie.Datagrams.Zones.Wire;

namespace Genie.Fuzzing.Tests.Targets;

/// <summary>What zone servers read from clients and from each other, what clients read from them, and what both find in stores: all of it is taken, and nothing throws.</summary>
internal static class ZoneDecoders
{
    // What an input has done to a world is of no more use after so many others.
    private const int InputsAWorld = 256;

    // A world is made anew within a reading.
    private const long AllocatedBytesMax = 32 << 20;

    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(20);
    private static readonly byte[][] Pieces = [[RpcMessage.OneWay], [RpcMessage.Request], [RpcMessage.Result], BitConverter.GetBytes(double.NaN), BitConverter.GetBytes(1e300), BitConverter.GetBytes(ZoneLimits.MaxNumber)];

    /// <summary>At a server, from a client and from another server, which has shown the servers' key.</summary>
    public static Decoder Server()
    {
        var worlds = new Worlds(static _ => { });
        return new Decoder
        {
            Genuine = Samples(worlds.Current.ServerTaps.SelectMany(tap => tap.Heard)),
            Pieces = Pieces,
            AllocatedBytesMax = AllocatedBytesMax,
            Decode = (input, _) =>
            {
                var world = worlds.Next();
                var before = world.Servers.Select(server => server.GetStatistics()).ToArray();
                var refused = world.ServerTaps.Sum(tap => tap.Refused);
                foreach (var tap in world.ServerTaps) tap.Feed(input);
                var isRefused = world.ServerTaps.Sum(tap => tap.Refused) > refused;
                var after = world.Servers.Select(server => server.GetStatistics()).ToArray();
                world.Run(Step);
                return $"{isRefused} {Decoder.Kinds(before.Zip(after, (one, other) => $"{other.Entities - one.Entities} {other.TakenOver > one.TakenOver} {other.Duplicates > one.Duplicates} {other.Refused > one.Refused} {other.Fenced > one.Fenced}"))}";
            },
        };
    }

    /// <summary>At a client, which hears nothing else and waits for answers.</summary>
    public static Decoder Client()
    {
        var worlds = new Worlds(static world => world.CutClientOff());
        return new Decoder
        {
            Genuine = Samples(worlds.Current.ClientTap.Heard),
            Pieces = Pieces,
            AllocatedBytesMax = AllocatedBytesMax,

            // An answer is read if it is one to a question.
            Repair = input =>
            {
                if (input.Length < RpcMessage.ShortHeadBytes || input[0] is not (RpcMessage.Result or RpcMessage.Error)) return;
                foreach (var tap in worlds.Current.ServerTaps) tap.LastRequest?.AsSpan(RpcMessage.ShortHeadBytes, sizeof(uint)).CopyTo(input.AsSpan(1));
            },
            Decode = (input, _) =>
            {
                var world = worlds.Next();
                var (tap, client) = (world.ClientTap, world.Client);
                var (refused, late, server, confirmed, links) = (tap.Refused, tap.Late, client.Server, client.Confirmed, client.LinkedServers.Count);
                tap.Feed(input);
                var outcome = $"{tap.Refused > refused} {tap.Late > late} {client.Server == server} {client.Confirmed > confirmed}";
                world.Run(Step);
                return $"{outcome} {client.LinkedServers.Count - links}";
            },
        };
    }

    /// <summary>An entity, from another server or a store.</summary>
    public static Decoder Entity() => PacketDecoders.Of<EntityPacket>(
    [
        new EntityRecord { Entity = 5, Version = 6, Session = 7, Received = 8, FirstSent = 9, Outbox = [new byte[] { 1, 2 }, Array.Empty<byte>()], State = new byte[] { 3 }, Position = FourZones.NorthEast }.ToPacket(),
        new EntityRecord { Entity = 1 }.ToPacket(),
    ]);

    /// <summary>An event of a directory.</summary>
    public static Decoder DirectoryChange() => PacketDecoders.Of(Events);

    /// <summary>The snapshot of a directory.</summary>
    public static Decoder Snapshot() => PacketDecoders.Of<DirectorySnapshot>([new(17, Events), new(0, [])]);

    private static DirectoryEvent[] Events { get; } =
    [
        DirectoryEvent.Renewed(new ZoneServerInfo("north", new(1, 0, 7000))),
        DirectoryEvent.Left("south"),
        DirectoryEvent.Assigned(3, 4, new ZoneServerInfo("nórth", new(UInt128.MaxValue, 5, 7001)) { IsLeaving = true }),
    ];

    /// <summary>Two of each kind, length and method.</summary>
    private static byte[][] Samples(IEnumerable<byte[]> heard) => [.. heard.GroupBy(message => (message[0], message.Length, message[0] <= RpcMessage.Request ? RpcMessage.NumberAt(message, 1) : 0)).SelectMany(alike => alike.Take(2))];

    private sealed class Worlds(Action<ZoneFuzzWorld> prepare)
    {
        private int _inputs;

        public ZoneFuzzWorld Current { get; private set; } = new();

        public ZoneFuzzWorld Next()
        {
            if (_inputs++ % InputsAWorld != 0 && Current.ClientTap.IsConnected) return Current;
            Current = new ZoneFuzzWorld();
            prepare(Current);
            return Current;
        }
    }
}
