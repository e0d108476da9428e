using Genie.Datagrams.Rpc.Tests.Samples;
using Genie.Datagrams.Simulation;
using Xunit.Abstractions;

namespace Genie.Datagrams.Rpc.Tests.Calls;

/// <summary>Over a network that loses, doubles and reorders; the time is the network's.</summary>
public sealed class SimulatedCallTests(ITestOutputHelper output)
{
    private readonly int _seed = Seeds.Next(output);

    [Fact]
    public void Reliable_calls_run_exactly_once_and_those_of_a_channel_in_order()
    {
        var game = new SimulatedGame(SimulatedGame.Bad, _seed);
        var connection = game.Connect();

        // What waits for a handshake that was lost goes in few datagrams, of which few can be lost.
        game.Await(connection.Connected);
        var calls = new ArenaClient(connection);
        var answers = new List<Task<long>>();
        for (var i = 0; i < 200; i++)
        {
            calls.Count(i).AsTask().GetAwaiter().GetResult();
            answers.Add(calls.Shoot(new Shot(i, new Position(i, i), "bow")).AsTask());
            calls.Tell($"{i}", Medal.Silver);
            game.Network.RunFor(TimeSpan.FromMilliseconds(5));
        }

        game.Await(answers);
        Assert.True(game.Network.RunUntil(() => game.Arena.Calls.Count == 200 && game.Arena.Numbers.Count == 200, TimeSpan.FromMinutes(5)));
        Assert.Equal(Enumerable.Range(0, 200), game.Arena.Numbers);
        Assert.Equal(Enumerable.Range(0, 200).Select(i => 2L * i), answers.Select(answer => answer.Result));
        Assert.All(game.Arena.Shots, shot => Assert.Equal(1, shot.Value));
        Assert.Equal(Enumerable.Range(0, 200).Select(i => $"tell {i} Silver").Order(), game.Arena.Calls.Order());
        Assert.True(game.Network.DatagramsLost > 50, $"{game.Network.DatagramsLost} lost");
    }

    [Fact]
    public void Unreliable_calls_run_at_most_once_and_sequenced_ones_never_backwards()
    {
        var game = new SimulatedGame(SimulatedGame.Bad, _seed);
        var connection = game.Connect();
        game.Await(connection.Connected);
        var calls = new ArenaClient(connection);
        for (var i = 0; i < 500; i++)
        {
            calls.Move(new Position(i, 0));
            calls.Look(i, 0);
            game.Network.RunFor(TimeSpan.FromMilliseconds(5));
        }

        game.Network.RunFor(TimeSpan.FromSeconds(5));
        var moves = game.Arena.Calls.Where(call => call.StartsWith("move", StringComparison.Ordinal)).ToList();
        var looks = game.Arena.Calls.Where(call => call.StartsWith("look", StringComparison.Ordinal)).Select(call => int.Parse(call.Split(' ')[1])).ToList();
        Assert.Equal(moves.Count, moves.Distinct().Count());
        Assert.InRange(moves.Count, 250, 499);
        Assert.Equal(looks.Distinct().Order(), looks);
        Assert.InRange(looks.Count, 100, 499);
    }

    [Fact]
    public void Calls_go_both_ways_at_once()
    {
        var game = new SimulatedGame(SimulatedGame.Bad, _seed);
        var events = new[] { new PlayerEvents(), new PlayerEvents(), new PlayerEvents() };
        var connections = events.Select(one => game.Connect(peer => peer.Calls(ArenaContract.Instance).Serve(PlayerEventsContract.Instance, one))).ToArray();
        game.Await([.. connections.Select(connection => connection.Connected)]);
        var asked = game.Accepted.Select(connection => new PlayerEventsClient(connection)).SelectMany(client => Enumerable.Range(0, 50).Select(i => client.Ask(new string('?', i), default).AsTask())).ToArray();
        var shots = connections.Select(connection => new ArenaClient(connection)).SelectMany(client => Enumerable.Range(0, 50).Select(i => client.Shoot(new Shot(i, default, null)).AsTask())).ToArray();
        foreach (var client in game.Accepted.Select(connection => new PlayerEventsClient(connection))) client.Hit(1, 2);
        game.Await(asked);
        game.Await(shots);
        Assert.Equal(3 * Enumerable.Range(0, 50).Sum(), asked.Sum(task => task.Result));
        Assert.Equal(3 * Enumerable.Range(0, 50).Sum(i => 2L * i), shots.Sum(task => task.Result));
        Assert.True(game.Network.RunUntil(() => events.All(one => one.Hits.Count == 1), TimeSpan.FromMinutes(5)));
    }

    [Fact]
    public void Calls_made_before_the_connection_stands_wait_for_it()
    {
        var game = new SimulatedGame(NetworkConditions.International, _seed);
        var calls = new ArenaClient(game.Connect());
        Assert.Equal(6, game.Await(calls.Shoot(new Shot(3, default, null))));
    }

    [Fact]
    public void A_call_into_an_outage_times_out_and_the_connection_goes_on()
    {
        var game = new SimulatedGame(NetworkConditions.Continental, _seed, new RpcOptions { CallTimeout = TimeSpan.FromSeconds(1) });
        var connection = game.Connect();
        game.Await(connection.Connected);
        game.Network.SetConditions(NetworkConditions.Continental with { Loss = 1 });
        var started = game.Network.Elapsed;
        var calls = new ArenaClient(connection);
        Assert.Equal(RpcErrorCode.TimedOut, game.Error(calls.Shoot(new Shot(3, default, null)).AsTask()).Code);
        Assert.InRange(game.Network.Elapsed - started, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(1.01));
        game.Network.SetConditions(NetworkConditions.Continental);
        game.Network.RunFor(TimeSpan.FromSeconds(5));
        Assert.Equal(8, game.Await(calls.Shoot(new Shot(4, default, null))));
    }

    [Fact]
    public void A_path_that_is_lost_fails_calls_as_transient()
    {
        var game = new SimulatedGame(NetworkConditions.Continental, _seed, new RpcOptions { CallTimeout = Timeout.InfiniteTimeSpan });
        var connection = game.Connect();
        game.Await(connection.Connected);
        game.Network.SetConditions(NetworkConditions.Continental with { Loss = 1 });
        var calls = Enumerable.Range(0, 5).Select(i => new ArenaClient(connection).Shoot(new Shot(i, default, null)).AsTask()).ToArray();
        Assert.All(calls, call =>
        {
            var error = game.Error(call);
            Assert.Equal((RpcErrorCode.ConnectionEnded, true), (error.Code, error.IsTransient));
        });
        Assert.Equal(DisconnectReason.Timeout, connection.Transport.EndReason);
        game.Network.RunFor(TimeSpan.FromMinutes(1));
        Assert.Equal(RpcErrorCode.ConnectionEnded, Assert.Single(game.Ends).Code);
    }
}
