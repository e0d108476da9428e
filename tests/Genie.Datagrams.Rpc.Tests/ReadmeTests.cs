using System.Net;
using Genie.Datagrams.LiteNetLib;
using Genie.Datagrams.Packets;
using Genie.Datagrams.Rpc.Hosting;
using Genie.Testing;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Genie.Datagrams.Rpc.Tests.Readme;

[Packet]
public readonly partial record struct Position(
    [PacketMember(Min = -1024, Max = 1024, Precision = 0.01)] float X,
    [PacketMember(Min = -1024, Max = 1024, Precision = 0.01)] float Y);

[DatagramService]
public interface IArena
{
    [Delivery(DeliveryMode.Sequenced)]
    void Move(Position position);

    [Delivery(DeliveryMode.ReliableOrdered, Channel = 1)]
    ValueTask<int> Shoot(int target, [PacketMember(MaxBytes = 20)] string weapon, CancellationToken cancellationToken);
}

[DatagramService]
public interface IPlayerEvents
{
    [Delivery(DeliveryMode.ReliableOrdered, Channel = 1)]
    void Hit(int by, byte damage);
}

public sealed class Arena(RpcConnection caller) : IArena
{
    private readonly PlayerEventsClient _player = new(caller);

    public Position Position { get; private set; }

    public void Move(Position position) => Position = position;

    public async ValueTask<int> Shoot(int target, string weapon, CancellationToken cancellationToken)
    {
        if (weapon != "bow") throw new RpcException((RpcErrorCode)1001, "You have only a bow.");
        await Task.Delay(10, cancellationToken);
        _player.Hit(by: target, damage: 5);
        return 95;
    }
}

public sealed class Player : IPlayerEvents
{
    private int _damage;

    public int Damage => Volatile.Read(ref _damage);

    public void Hit(int by, byte damage) => Interlocked.Add(ref _damage, damage);
}

[DatagramService]
public interface IDoor
{
    ValueTask<int> Enter(int room);
}

public sealed class Door : IDoor
{
    private int _players;

    public ValueTask<int> Enter(int room) => ValueTask.FromResult(++_players);
}

public sealed class ReadmeTests
{
    [Fact]
    public async Task The_example_of_the_README_runs()
    {
        var settings = new DatagramOptions { ConnectTimeout = TimeSpan.FromMinutes(1), IdleTimeout = TimeSpan.FromMinutes(1) };
        var game = new Player();
        var stop = CancellationToken.None;

        var arena = new RpcPeer()
            .Serve(ArenaContract.Instance, connection => new Arena(connection))
            .Calls(PlayerEventsContract.Instance);
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), arena, settings);
        server.Start();

        var player = new RpcPeer(new RpcOptions { CallTimeout = TimeSpan.FromMinutes(1) })
            .Calls(ArenaContract.Instance)
            .Serve(PlayerEventsContract.Instance, game);
        using var client = DatagramEndpoint.OpenClient(player, settings);
        client.Start();
        var connection = player.Connect(client, server.LocalAddress.ToEndPoint());
        await connection.Connected;

        var calls = new ArenaClient(connection);
        calls.Move(new Position(1.5f, 2));
        var health = await calls.Shoot(target: 7, "bow", stop);
        Console.WriteLine(health);
        try
        {
            await calls.Shoot(target: 7, "cannon", stop);
        }
        catch (RpcException error) when (error.Code == (RpcErrorCode)1001)
        {
            Console.WriteLine(error.Message);
        }

        Assert.Equal(95, health);
        Assert.True(SpinWait.SpinUntil(() => game.Damage == 5, TimeSpan.FromMinutes(1)));
    }

    [Fact]
    public async Task So_does_that_of_a_host()
    {
        var stop = CancellationToken.None;
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        builder.Services.AddGenieDatagrams(options =>
        {
            options.Transport = DatagramTransport.Udp;
            options.Port = 0;
            options.MaxConnections = 1_000;
        })
        .Serve<IDoor, Door>(DoorContract.Instance);
        using var host = builder.Build();
        await host.StartAsync(stop);
        Console.WriteLine(host.Services.GetRequiredService<GenieDatagramsServer>().LocalEndPoint);
        Assert.NotEqual(0, host.Services.GetRequiredService<GenieDatagramsServer>().LocalEndPoint.Port);
        await host.StopAsync(stop);
    }

    [Fact]
    public async Task A_host_of_the_README_goes_over_LiteNetLib()
    {
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        builder.Services.AddGenieDatagrams(options => options.TransportFactory = new LiteNetLibTransport()).Serve<IDoor, Door>(DoorContract.Instance);
        using var host = builder.Build();
        await host.StartAsync();
        Assert.NotEqual(0, host.Services.GetRequiredService<GenieDatagramsServer>().LocalEndPoint.Port);
        await host.StopAsync();
    }

    [Fact]
    public async Task A_host_of_the_README_takes_its_transport_from_a_file_of_settings()
    {
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        builder.Services.AddGenieDatagrams(static options => options.Address = IPAddress.Loopback).Serve<IArena, Arena>(ArenaContract.Instance);
        builder.Configuration.AddInMemoryCollection(new Dictionary<string, string?> { ["Datagrams:TransportName"] = "litenetlib", ["Datagrams:MaxConnections"] = "1000" });
        builder.Services.AddSingleton<IDatagramTransportFactory>(new LiteNetLibTransport());
        builder.Services.Configure<GenieDatagramsOptions>(builder.Configuration.GetSection("Datagrams"));
        using var host = builder.Build();
        await host.StartAsync();
        Assert.Contains("LiteNet", host.Services.GetRequiredService<GenieDatagramsServer>().Endpoint.GetType().Name, StringComparison.Ordinal);
        await host.StopAsync();
    }

    [Fact]
    public void They_stand_in_this_test()
    {
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Datagrams.Rpc/README.md");
        ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Datagrams.Rpc.Hosting/README.md");
    }
}
