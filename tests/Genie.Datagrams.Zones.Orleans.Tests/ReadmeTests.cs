using System.Collections.Concurrent;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using Genie.Datagrams.Rpc;
using Genie.Datagrams.Rpc.Hosting;
using Genie.Datagrams.Zones.Hosting;
using Genie.Datagrams.Zones.Orleans;
using Genie.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans.TestingHost;

namespace Genie.Datagrams.Zones.Orleans.Tests.Readme;

public sealed class Town(GenieZoneServer zones) : IZoneHandler
{
    public void OnMessage(ZoneEntity entity, ReadOnlySpan<byte> message)
    {
        entity.State = message.ToArray();
        zones.Server.Publish(entity.Position, message);
    }
}

[DatagramService]
public interface IDoor
{
    ValueTask<int> Enter(int room);
}

public interface IRoomGrain : IGrainWithIntegerKey
{
    Task<int> EnterAsync();
}

public sealed class RoomGrain : Grain, IRoomGrain
{
    private int _players;

    public Task<int> EnterAsync() => Task.FromResult(++_players);
}

public sealed class Door(IGrainFactory grains) : IDoor
{
    public async ValueTask<int> Enter(int room) => await grains.GetGrain<IRoomGrain>(room).EnterAsync();
}

public sealed class ReadmeTests
{
    private static readonly TimeSpan GivesUpAfter = TimeSpan.FromMinutes(2);

    [Fact]
    public async Task A_service_of_the_silo_of_the_README_calls_grains_and_ends_with_the_silo()
    {
        using var ports = new TestClusterPortAllocator();
        var (siloPort, gatewayPort) = ports.AllocateConsecutivePortPairs(1);
        var builder = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });

        builder.UseOrleans(silo => silo
            .UseLocalhostClustering(siloPort, gatewayPort)
            .AddGenieDatagrams(
                options =>
                {
                    options.Transport = DatagramTransport.Udp;
                    options.Port = 0;
                    options.MaxConnections = 1_000;
                },
                datagrams => datagrams.Serve<IDoor, Door>(DoorContract.Instance)));

        using var host = builder.Build();
        await host.StartAsync();
        var ended = new TaskCompletionSource<RpcException>(TaskCreationOptions.RunContinuationsAsynchronously);
        var peer = new RpcPeer(new RpcOptions { CallTimeout = GivesUpAfter, Disconnected = (_, error) => ended.TrySetResult(error) }).Calls(DoorContract.Instance);
        using var client = DatagramEndpoint.OpenClient(peer, new DatagramOptions { ConnectTimeout = GivesUpAfter, IdleTimeout = GivesUpAfter });
        client.Start();
        var server = new IPEndPoint(IPAddress.Loopback, host.Services.GetRequiredService<GenieDatagramsServer>().LocalEndPoint.Port);
        var door = new DoorClient(peer.Connect(client, server));
        Assert.Equal((1, 2), (await door.Enter(7), await door.Enter(7)));
        await host.StopAsync();
        Assert.Equal(RpcErrorCode.ConnectionEnded, (await ended.Task.WaitAsync(GivesUpAfter)).Code);
    }

    [Fact]
    public async Task The_example_of_the_README_runs()
    {
        using var ports = new TestClusterPortAllocator();
        var (siloPort, gatewayPort) = ports.AllocateConsecutivePortPairs(1);
        var (key, grid) = (RandomNumberGenerator.GetBytes(32), new CellGrid(depth: 8));
        var layout = new ZoneLayout(grid, new Dictionary<int, IEnumerable<int>> { [0] = grid.CellsBetween(new MapPosition(48.0, 11.0), new MapPosition(48.2, 11.4)) });
        var builder = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });

        builder.UseOrleans(silo => silo
            .UseLocalhostClustering(siloPort, gatewayPort)
            .AddMemoryGrainStorage(OrleansZones.StorageName));                  // for more than a trial one that outlives the silos, such as AddAdoNetGrainStorage
        builder.Services.UseOrleansZones("town", options => options.Layout = layout);
        builder.Services.AddGenieZones<Town>(options =>
        {
            options.Address = IPAddress.Loopback;
            options.ServerKey = key;
        });

        using var host = builder.Build();
        await host.StartAsync();
        var heard = new Listener();
        using var client = new ZoneClient(new ZoneClientOptions { Entity = 17, Seeds = [host.Services.GetRequiredService<GenieZoneServer>().Endpoint.LocalAddress] }, heard);
        using var endpoint = DatagramEndpoint.OpenClient(client.Peer, address: new IPEndPoint(IPAddress.Loopback, 0));
        endpoint.Start();
        client.Start(endpoint, new MapPosition(48.137, 11.275));
        using var tooLate = new CancellationTokenSource(GivesUpAfter);
        while (heard.Published.IsEmpty || client.Confirmed == 0)
        {
            // What is published is not sent again.
            if (client.GetStatistics().Pending == 0) client.Send("hello"u8);
            await Task.Delay(20, tooLate.Token);
        }

        Assert.All(heard.Published, text => Assert.Equal("hello", text));
        Assert.Equal("hello"u8.ToArray(), (await host.Services.GetRequiredService<IEntityStore>().LoadAsync(17, default))!.State.ToArray());
        await host.StopAsync();
    }

    [Fact]
    public async Task A_host_of_the_README_needs_no_silo()
    {
        var (key, grid) = (RandomNumberGenerator.GetBytes(32), new CellGrid(depth: 8));
        var layout = new ZoneLayout(grid, new Dictionary<int, IEnumerable<int>> { [0] = grid.CellsBetween(new MapPosition(48.0, 11.0), new MapPosition(48.2, 11.4)) });
        var builder = Host.CreateApplicationBuilder(new HostApplicationBuilderSettings { DisableDefaults = true });

        builder.Services.AddSingleton<IZoneDirectory>(new InMemoryZoneDirectory(layout));
        builder.Services.AddSingleton<IEntityStore>(new InMemoryEntityStore());
        builder.Services.AddGenieZones<Town>(options =>
        {
            options.Address = IPAddress.Loopback;
            options.ServerKey = key;
        });

        using var host = builder.Build();
        await host.StartAsync();
        Assert.NotEqual(0, host.Services.GetRequiredService<GenieZoneServer>().Endpoint.LocalAddress.ToEndPoint().Port);
        await host.StopAsync();
    }

    [Theory]
    [InlineData("GenieDotNet/Genie.Datagrams.Zones.Orleans/README.md")]
    [InlineData("GenieDotNet/Genie.Datagrams.Zones.Hosting/README.md")]
    public void It_stands_in_this_test(string readme) => ReadmeExample.AssertStandsIn(readme);

    private sealed class Listener : IZoneClientHandler
    {
        public ConcurrentQueue<string> Published { get; } = new();

        public void OnMessage(ReadOnlySpan<byte> message)
        {
        }

        public void OnPublished(ReadOnlySpan<byte> message) => Published.Enqueue(Encoding.UTF8.GetString(message));
    }
}
