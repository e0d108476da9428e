using System.Net;
using System.Net.Sockets;
using Genie.Datagrams.Rpc.Hosting;
using Genie.Datagrams.Rpc.Tests.Samples;
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

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private sealed class GrainLobby(IGrainFactory grains) : ILobby
    {
        public void Join(int room)
        {
        }

        public async ValueTask<int> Rooms() => await grains.GetGrain<IRoomGrain>(7).EnterAsync();
    }
}
