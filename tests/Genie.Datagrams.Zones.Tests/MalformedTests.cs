using Genie.Datagrams.Rpc;
using Genie.Datagrams.Rpc.Tests;
using Genie.Datagrams.Simulation;
using Genie.Datagrams.Zones.Tests.World;
using Genie.Datagrams.Zones.Wire;
using Xunit.Abstractions;

namespace Genie.Datagrams.Zones.Tests;

/// <summary>Clients and servers that are none.</summary>
public sealed class MalformedTests(ITestOutputHelper output)
{
    private const int Rounds = 5_000;

    private readonly int _seed = Seeds.Next(output);

    [Fact]
    public void Nothing_that_a_stranger_calls_ends_a_server_or_touches_what_is_not_his()
    {
        var random = new Random(_seed);
        var world = new SimulatedWorld(NetworkConditions.Lan, _seed).WithFourServers();
        var player = world.AddPlayer(FourZones.NorthEast);
        world.Run(() => player.Client.Server is not null, TimeSpan.FromSeconds(10));
        for (var i = 0; i < 20; i++) player.Say();
        world.Run(() => player.IsDone, TimeSpan.FromSeconds(10));
        var connection = Connect(world, player.Client.Server!.Value, "no key"u8);
        var (calls, peers) = (new ZoneCallsClient(connection), new ZonePeersClient(connection));
        var asked = new List<Task>();
        for (var i = 0; i < Rounds; i++)
        {
            Call(random, calls, peers, player.Entity, asked);
            if (i % 50 == 0) world.Run(TimeSpan.FromMilliseconds(5));
        }

        world.Run(() => asked.All(task => task.IsCompleted), TimeSpan.FromMinutes(1));
        Assert.Equal(ConnectionState.Connected, connection.Transport.State);
        AssertStillCounting(world, player);
    }

    [Fact]
    public void Nor_do_bytes_that_are_no_calls()
    {
        var random = new Random(_seed);
        var world = new SimulatedWorld(NetworkConditions.Lan, _seed).WithFourServers();
        var player = world.AddPlayer(FourZones.NorthEast);
        world.Run(() => player.Client.Server is not null, TimeSpan.FromSeconds(10));
        var connection = Connect(world, player.Client.Server!.Value, default);
        var methods = ZoneCallsContract.Instance.Methods.Concat(ZonePeersContract.Instance.Methods).ToList();
        for (var i = 0; i < Rounds; i++)
        {
            var method = methods[random.Next(methods.Count)];
            var bytes = new byte[5 + random.Next(60)];
            random.NextBytes(bytes);
            bytes[0] = (byte)(1 + random.Next(2));
            BitConverter.TryWriteBytes(bytes.AsSpan(1), method.Id);
            connection.Transport.Send(bytes, DeliveryMode.ReliableOrdered);
            if (i % 50 == 0) world.Run(TimeSpan.FromMilliseconds(5));
        }

        world.Run(TimeSpan.FromSeconds(2));
        Assert.Equal(ConnectionState.Connected, connection.Transport.State);
        AssertStillCounting(world, player);
    }

    [Fact]
    public void An_entity_that_comes_without_the_servers_key_is_not_taken()
    {
        var world = new SimulatedWorld(NetworkConditions.Lan, _seed).WithFourServers();
        var connection = Connect(world, world.OwnerAt(FourZones.NorthEast).Endpoint.LocalAddress, "the key of all strangers"u8);
        var forged = new EntityRecord { Entity = 77, State = CountingWorld.Bytes(1_000), Position = FourZones.NorthEast };
        var answer = new ZonePeersClient(connection).Transfer(forged.ToPacket(), default).AsTask();
        world.Run(() => answer.IsCompleted, TimeSpan.FromSeconds(5));
        Assert.Equal(TransferStatus.Denied, answer.Result);
        Assert.Null(world.Store.LoadAsync(77, default).AsTask().Result);
    }

    [Theory]
    [InlineData(5)]
    [InlineData(0)]
    public void A_server_that_cannot_hand_an_entity_over_takes_it_back_from_whoever_has_it_newer_and_lets_go_of_what_was_taken_already(int versionsAhead)
    {
        var world = new SimulatedWorld(NetworkConditions.Lan, _seed).WithFourServers();
        var (here, there) = (world.OwnerAt(FourZones.SouthWest), world.OwnerAt(FourZones.NorthEast));
        var player = world.AddPlayer(FourZones.SouthWest);
        world.Run(() => player.Client.Server == here.Endpoint.LocalAddress, TimeSpan.FromSeconds(5));
        world.Part(here, there);
        player.MoveTo(FourZones.NorthEast);
        world.Run(TimeSpan.FromSeconds(2));
        Assert.Equal(1, here.Server.GetStatistics().Entities);

        // The other one has taken it, its answer was lost, and the entity is on its way back; or it has heard of it a second time.
        var calls = new ZonePeersClient(Connect(world, here.Endpoint.LocalAddress, SimulatedWorld.Key));
        var record = new EntityRecord { Entity = player.Entity, Version = world.VersionOf(player) + versionsAhead, State = CountingWorld.Bytes(0), Position = FourZones.SouthWest };
        var answer = calls.Transfer(record.ToPacket(), default).AsTask();
        world.Run(() => answer.IsCompleted, TimeSpan.FromSeconds(5));
        Assert.Equal(TransferStatus.Taken, answer.Result);
    }

    [Fact]
    public void A_client_outside_the_zones_of_a_server_is_told_who_has_them()
    {
        var world = new SimulatedWorld(NetworkConditions.Lan, _seed).WithFourServers();
        var (here, there) = (world.OwnerAt(FourZones.NorthEast), world.OwnerAt(FourZones.SouthWest));
        var calls = new ZoneCallsClient(Connect(world, here.Endpoint.LocalAddress, default));
        var answer = calls.Attach(new AttachRequest(1, 1, 0, 0, 0, FourZones.SouthWest.Latitude, FourZones.SouthWest.Longitude), default).AsTask();
        world.Run(() => answer.IsCompleted, TimeSpan.FromSeconds(5));
        Assert.Equal((AttachStatus.NotOwner, 0, there.Endpoint.LocalAddress), (answer.Result.Status, answer.Result.Zone, answer.Result.Owner));
        Assert.Equal(there.Server.Map!.Find(0)!.Epoch, answer.Result.Epoch);
    }

    [Fact]
    public void A_client_that_may_not_have_an_entity_is_denied_it()
    {
        var world = new SimulatedWorld(NetworkConditions.Lan, _seed);
        world.AddServer(options => options with { MayAttach = (connection, entity) => entity != 13 });
        world.Run(() => world.Servers[0].Server.GetStatistics().Zones == 4, TimeSpan.FromSeconds(5));
        var denied = world.AddPlayer(FourZones.NorthEast, entity: 13);
        var allowed = world.AddPlayer(FourZones.NorthEast, entity: 14);
        world.Run(() => allowed.Client.Server is not null && world.Failures.OfType<ZoneException>().Any(), TimeSpan.FromSeconds(5));
        Assert.Null(denied.Client.Server);
    }

    [Fact]
    public void A_record_is_read_as_it_was_written_and_nothing_else_is()
    {
        var record = new EntityRecord { Entity = 5, Version = 6, Session = 7, Received = 8, FirstSent = 9, Outbox = [new byte[] { 1, 2 }, Array.Empty<byte>()], State = new byte[] { 3 }, Position = FourZones.NorthEast };
        var bytes = record.ToBytes();
        var read = EntityRecord.Read(bytes)!;
        Assert.Equal(bytes, read.ToBytes());
        Assert.Equal((record.Entity, record.Version, record.Session, record.Received, record.FirstSent, record.Position), (read.Entity, read.Version, read.Session, read.Received, read.FirstSent, read.Position));
        Assert.Equal([1, 2], read.Outbox[0].ToArray());
        for (var length = 0; length < bytes.Length; length++) Assert.Null(EntityRecord.Read(bytes.AsSpan(0, length)));
    }

    private static RpcConnection Connect(SimulatedWorld world, DatagramAddress server, ReadOnlySpan<byte> handshakeData)
    {
        var peer = new RpcPeer(new RpcOptions { Time = world.Network.Time, RunContinuationsAsynchronously = false, MaxCallsInFlight = 10_000 }).Calls(ZoneCallsContract.Instance).Calls(ZonePeersContract.Instance);
        var connection = peer.Connect(world.Network.Open(peer), server.ToEndPoint(), handshakeData);
        world.Run(() => connection.Connected.IsCompletedSuccessfully, TimeSpan.FromSeconds(5));
        return connection;
    }

    private static void Call(Random random, ZoneCallsClient calls, ZonePeersClient peers, ulong victim, List<Task> asked)
    {
        double[] numbers = [0, 0.1, -0.1, 90, -90, 180, 1e300, double.NaN, double.PositiveInfinity, double.NegativeInfinity, double.Epsilon];
        var (one, other, third) = (numbers[random.Next(numbers.Length)], numbers[random.Next(numbers.Length)], numbers[random.Next(numbers.Length)]);
        var number = random.Next(3) == 0 ? ZoneLimits.MaxNumber : random.Next(100);
        switch (random.Next(7))
        {
            case 0:
                asked.Add(calls.Locate(one, other, third, default).AsTask());
                break;
            case 1:
                asked.Add(calls.Attach(new AttachRequest(1_000 + (ulong)random.Next(5), (ulong)random.Next(3), number, random.Next(100), random.Next(3), one, other), default).AsTask());
                break;
            case 2:
                calls.Tell(1 + random.Next(100), CountingWorld.Bytes(0).AsMemory(0, random.Next(8)));
                break;
            case 3:
                calls.Acknowledge(number);
                break;
            case 4:
                calls.Move(one, other);
                break;
            case 5:
                calls.Watch(one, other, third);
                break;
            default:
                asked.Add(peers.Transfer(new EntityRecord { Entity = victim, Version = random.Next(1_000), Position = new MapPosition(one, other) }.ToPacket(), default).AsTask());
                break;
        }
    }

    private static void AssertStillCounting(SimulatedWorld world, Player player)
    {
        world.Run(TimeSpan.FromSeconds(2));
        world.Handler.Errors.Clear();
        for (var i = 0; i < 20; i++) player.Say();
        world.AssertNothingLostOrDoubled();
        Assert.All(world.Servers, one => Assert.Equal(1, one.Server.GetStatistics().Zones));
    }
}
