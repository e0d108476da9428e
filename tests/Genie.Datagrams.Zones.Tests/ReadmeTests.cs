using System.Collections.Concurrent;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using Genie.Testing;

namespace Genie.Datagrams.Zones.Tests.Readme;

public sealed class Town : IZoneHandler
{
    public void OnMessage(ZoneEntity entity, ReadOnlySpan<byte> message)
    {
        var gold = (entity.State.IsEmpty ? 0 : BitConverter.ToInt32(entity.State.Span)) + (message[^1] - '0');
        entity.State = BitConverter.GetBytes(gold);
        entity.Send(Encoding.UTF8.GetBytes($"you have {gold}"));
    }
}

public sealed class Player : IZoneClientHandler
{
    private readonly TaskCompletionSource _isPaid = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public ConcurrentQueue<string> Heard { get; } = new();

    public Task IsPaid => _isPaid.Task;

    public void OnMessage(ReadOnlySpan<byte> message)
    {
        Heard.Enqueue(Encoding.UTF8.GetString(message));
        if (Heard.Count == 2) _isPaid.TrySetResult();
    }
}

public sealed class ReadmeTests
{
    [Fact]
    public async Task The_example_of_the_README_runs()
    {
        var (key, player) = (RandomNumberGenerator.GetBytes(32), new Player());

        var grid = new CellGrid(depth: 8);
        var layout = new ZoneLayout(grid, new Dictionary<int, IEnumerable<int>>
        {
            [0] = grid.CellsBetween(new MapPosition(48.0, 11.0), new MapPosition(48.2, 11.4)),
            [1] = grid.CellsBetween(new MapPosition(48.22, 11.0), new MapPosition(48.4, 11.4)),
        });
        var directory = new InMemoryZoneDirectory(layout);
        var store = new InMemoryEntityStore();

        await using var server = new ZoneServer(new ZoneServerOptions { ServerKey = key }, directory, store, new Town());
        using var listening = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), server.Peer);
        listening.Start();
        server.Start(listening);

        using var client = new ZoneClient(new ZoneClientOptions { Entity = 17, Seeds = [listening.LocalAddress], InterestRadiusMetres = 500 }, player);
        using var endpoint = DatagramEndpoint.OpenClient(client.Peer);
        endpoint.Start();
        client.Start(endpoint, new MapPosition(48.137, 11.275));
        client.Send("earn 5"u8);
        client.Move(new MapPosition(48.3, 11.2));
        client.Send("earn 2"u8);
        await player.IsPaid.WaitAsync(TimeSpan.FromMinutes(2));

        Assert.Equal(["you have 5", "you have 7"], player.Heard);
    }

    [Fact]
    public void It_stands_in_this_test() => ReadmeExample.AssertStandsIn("GenieDotNet/Genie.Datagrams.Zones/README.md");
}
