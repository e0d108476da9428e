using System.Net;
using System.Net.Sockets;
using Genie.Datagrams.Rpc.Hosting;
using Genie.Datagrams.Rpc.Tests.Samples;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Orleans.Hosting;

namespace Genie.Datagrams.Rpc.Tests.Hosting;

public interface IRoomGrain : IGrainWithIntegerKey
{
    Task<int> EnterAsync();
}

public sealed class RoomGrain : Grain, IRoomGrain
{
    private int _players;

    public Task<int> EnterAsync() => Task.FromResult(++_players);
}

public sealed class SiloTests
{
    private static readonly TimeSpan GivesUpAfter = TimeSpan.FromMinutes(2);

    [Fact]
    public async Task A_service_in_a_silo_calls_grains()
    {
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        builder.UseOrleans(silo => silo.UseLocalhostClustering(FreePort(), FreePort()));
        builder.Services.AddGenieDatagrams(options => options.Address = IPAddress.Loopback).Serve<ILobby, GrainLobby>(LobbyContract.Instance);
        using var host = builder.Build();
        await host.StartAsync();

        var peer = new RpcPeer(new RpcOptions { CallTimeout = GivesUpAfter }).Calls(LobbyContract.Instance);
        using var client = DatagramEndpoint.OpenClient(peer, new DatagramOptions { ConnectTimeout = GivesUpAfter, IdleTimeout = GivesUpAfter });
        client.Start();
        var server = (GenieDatagramsServer)host.Services.GetService(typeof(GenieDatagramsServer))!;
        var players = new List<int>();
        for (var i = 0; i < 3; i++) players.Add(await new LobbyClient(peer.Connect(client, server.LocalEndPoint)).Rooms().AsTask().WaitAsync(GivesUpAfter));
        Assert.Equal("1 2 3", string.Join(' ', players));
        await host.StopAsync();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_endpoint_is_open_while_the_silo_is_active_in_whichever_order_they_are_added(bool isBeforeTheSilo)
    {
        var (port, seen) = (FreePort(), new List<bool>());
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        if (isBeforeTheSilo) AddDatagrams();
        builder.UseOrleans(silo => silo.UseLocalhostClustering(FreePort(), FreePort()).Services.AddSingleton<ILifecycleParticipant<ISiloLifecycle>>(new Observer(() => seen.Add(IsBound(port)))));
        if (!isBeforeTheSilo) AddDatagrams();
        using var host = builder.Build();
        await host.StartAsync();
        Assert.True(IsBound(port));
        await host.StopAsync();

        // When the silo has become active, and when it begins to stop.
        Assert.Equal([false, false], seen);

        void AddDatagrams() => builder.Services.AddGenieDatagrams(options => (options.Address, options.Port) = (IPAddress.Loopback, port)).Serve<ILobby, GrainLobby>(LobbyContract.Instance);
    }

    private static bool IsBound(int port)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
            return false;
        }
        catch (SocketException error) when (error.SocketErrorCode == SocketError.AddressAlreadyInUse)
        {
            return true;
        }
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private sealed class Observer(Action observe) : ILifecycleParticipant<ISiloLifecycle>
    {
        public void Participate(ISiloLifecycle lifecycle) => lifecycle.Subscribe(nameof(Observer), ServiceLifecycleStage.Last, Observe, Observe);

        private Task Observe(CancellationToken cancellationToken)
        {
            observe();
            return Task.CompletedTask;
        }
    }

    private sealed class GrainLobby(IGrainFactory grains) : ILobby
    {
        public void Join(int room)
        {
        }

        public async ValueTask<int> Rooms() => await grains.GetGrain<IRoomGrain>(7).EnterAsync();
    }
}
