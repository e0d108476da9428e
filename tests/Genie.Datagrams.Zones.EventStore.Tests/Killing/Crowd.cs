using System.Net;
using Genie.Datagrams.Zones.Tests.World;

namespace Genie.Datagrams.Zones.EventStore.Tests.Killing;

/// <summary>Clients that walk about in four zones and count aloud, each over a socket of its own, until they fall silent.</summary>
internal sealed class Crowd : IAsyncDisposable
{
    // A zone is 0.2 degrees wide: somebody crosses a border every second or so.
    private const double StepDegrees = 0.04;
    private const double FarthestDegrees = 0.2;
    private const int PendingMax = 1_000;

    private static readonly TimeSpan TickInterval = TimeSpan.FromMilliseconds(10);

    private readonly Random _random;
    private readonly CancellationTokenSource _silence = new();
    private readonly Task _walking;

    public Crowd(int players, DatagramAddress[] seeds, int seed)
    {
        _random = new Random(seed);
        Players = [.. Enumerable.Range(1, players).Select(entity => Join((ulong)entity, seeds))];
        _walking = Task.Run(WalkAsync);
    }

    public IReadOnlyList<Player> Players { get; }

    /// <summary>No more is said; completes when all that was said is kept and answered.</summary>
    public async Task FallSilentAsync(TimeSpan givesUpAfter)
    {
        await _silence.CancelAsync();
        await _walking;
        using var tooLate = new CancellationTokenSource(givesUpAfter);
        while (!Players.All(player => player.IsDone))
        {
            if (tooLate.IsCancellationRequested) Assert.Fail($"not everything was kept and answered: {string.Join("; ", Players.Where(player => !player.IsDone).Select(Describe))}");
            await Task.Delay(TickInterval);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _silence.CancelAsync();
        await _walking;
        foreach (var player in Players)
        {
            player.Client.Dispose();
            player.Endpoint.Dispose();
        }

        _silence.Dispose();
    }

    private Player Join(ulong entity, DatagramAddress[] seeds)
    {
        var player = new Player { Entity = entity, Client = null!, Endpoint = null!, Position = new MapPosition(Anywhere(), Anywhere()) };
        player.Client = new ZoneClient(new ZoneClientOptions { Entity = entity, Seeds = seeds }, player);
        player.Endpoint = DatagramEndpoint.OpenClient(player.Client.Peer, new DatagramOptions(), new IPEndPoint(IPAddress.Loopback, 0));
        player.Endpoint.Start();
        player.Client.Start(player.Endpoint, player.Position);
        return player;
    }

    private async Task WalkAsync()
    {
        while (!_silence.IsCancellationRequested)
        {
            foreach (var player in Players)
            {
                if (player.Client.GetStatistics().Pending < PendingMax) player.Say();
                player.MoveTo(new MapPosition(Step(player.Position.Latitude), Step(player.Position.Longitude)));
            }

            await Task.Delay(TickInterval);
        }
    }

    private static string Describe(Player player) =>
        $"entity {player.Entity} at {player.Position} with {player.Client.Server} said {player.Said}, kept {player.Client.Confirmed}, heard {player.Heard.Count}, linked with {string.Join(", ", player.Client.LinkedServers)}";

    private double Anywhere() => (_random.NextDouble() - 0.5) * 2 * FarthestDegrees;

    private double Step(double from) => Math.Clamp(from + ((_random.NextDouble() - 0.5) * StepDegrees), -FarthestDegrees, FarthestDegrees);
}
