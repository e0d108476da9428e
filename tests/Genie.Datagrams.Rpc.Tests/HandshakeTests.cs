using Genie.Datagrams.Rpc.Tests.Samples;
using Genie.Datagrams.Simulation;
using Xunit.Abstractions;

namespace Genie.Datagrams.Rpc.Tests;

/// <summary>What both sides compare when they connect.</summary>
public sealed class HandshakeTests(ITestOutputHelper output)
{
    private readonly int _seed = Seeds.Next(output);

    [Fact]
    public void Sides_with_different_contracts_do_not_connect()
    {
        var game = new SimulatedGame(NetworkConditions.Lan, _seed, serve: peer => peer.Serve(PlayerEventsContract.Instance, new PlayerEvents()));
        var connection = game.Connect(peer => peer.Calls(new OtherForm<IPlayerEvents>(PlayerEventsContract.Instance)));
        var error = game.Error(connection.Connected);
        Assert.Equal((RpcErrorCode.ContractMismatch, false, false), (error.Code, error.IsTransient, error.MayHaveRun));
        Assert.Contains("IPlayerEvents", error.Message, StringComparison.Ordinal);
        Assert.Empty(game.Accepted);
    }

    [Fact]
    public void So_it_is_with_what_a_server_calls()
    {
        var game = new SimulatedGame(NetworkConditions.Lan, _seed, serve: peer => peer.Calls(new OtherForm<IPlayerEvents>(PlayerEventsContract.Instance), isRequired: false));
        Assert.Equal(RpcErrorCode.ContractMismatch, game.Error(game.Connect(peer => peer.Serve(PlayerEventsContract.Instance, new PlayerEvents())).Connected).Code);
        game.Await(game.Connect(peer => { }).Connected);
    }

    [Fact]
    public void A_service_that_the_other_side_lacks_is_an_error_at_once_or_where_it_is_called()
    {
        var game = new SimulatedGame(NetworkConditions.Lan, _seed);
        var error = game.Error(game.Connect(peer => peer.Calls(LobbyContract.Instance)).Connected);
        Assert.Equal(RpcErrorCode.ContractMismatch, error.Code);
        Assert.Contains("ILobby", error.Message, StringComparison.Ordinal);

        var connection = game.Connect(peer => peer.Calls(LobbyContract.Instance, isRequired: false));
        game.Await(connection.Connected);
        var lobby = new LobbyClient(connection);
        error = game.Error(lobby.Rooms().AsTask());
        Assert.Equal((RpcErrorCode.UnknownMethod, false, false, true), (error.Code, error.IsTransient, error.MayHaveRun, error.IsRemote));
        lobby.Join(5);
        game.Network.RunFor(TimeSpan.FromSeconds(1));
        Assert.Equal(1, Assert.Single(game.Accepted).GetStatistics().RefusedMessages);
    }

    [Fact]
    public void Calls_that_waited_for_the_connection_fail_with_its_error()
    {
        var game = new SimulatedGame(NetworkConditions.Lan, _seed);
        var connection = game.Connect(peer => peer.Calls(ArenaContract.Instance).Calls(LobbyContract.Instance));
        Assert.Equal(RpcErrorCode.ContractMismatch, game.Error(new ArenaClient(connection).Shoot(new Shot(1, default, null)).AsTask()).Code);
        Assert.Empty(game.Arena.Shots);
    }

    [Fact]
    public void A_side_without_this_library_is_refused_by_either_role()
    {
        var game = new SimulatedGame(NetworkConditions.Lan, _seed);
        var plain = new PlainHandler();
        var link = game.Network.Open(plain).Connect(game.Server.LocalAddress.ToEndPoint(), "player 7"u8);
        Assert.True(game.Network.RunUntil(() => link.EndReason is not null, TimeSpan.FromMinutes(1)));
        Assert.Equal(DisconnectReason.Refused, link.EndReason);

        var peer = new RpcPeer(game.Options).Calls(ArenaContract.Instance);
        var server = game.Network.Open(plain, isListening: true);
        var connection = peer.Connect(game.Network.Open(peer), server.LocalAddress.ToEndPoint());
        Assert.Equal(RpcErrorCode.ContractMismatch, game.Error(connection.Connected).Code);
        Assert.Equal(RpcErrorCode.ContractMismatch, Assert.Throws<RpcException>(new ArenaClient(connection).Jump).Code);
    }

    [Fact]
    public void The_application_sees_handshake_data_and_may_refuse()
    {
        var seen = new List<string>();
        var options = new RpcOptions
        {
            Admit = (_, data) =>
            {
                seen.Add(System.Text.Encoding.UTF8.GetString(data));
                return data.SequenceEqual("ticket 7"u8);
            },
        };
        var game = new SimulatedGame(NetworkConditions.Lan, _seed, options);
        var error = game.Error(game.Connect(handshakeData: "ticket 6"u8.ToArray()).Connected);
        Assert.Equal((RpcErrorCode.ConnectionEnded, false, true), (error.Code, error.IsTransient, error.IsRemote));
        game.Await(game.Connect(handshakeData: "ticket 7"u8.ToArray()).Connected);
        Assert.Equal(["ticket 6", "ticket 7"], seen);
        Assert.Equal("ticket 7"u8.ToArray(), Assert.Single(game.Accepted).HandshakeData.ToArray());
    }

    [Fact]
    public void Each_connection_has_a_service_of_its_own_that_knows_it()
    {
        var arenas = new List<Arena>();
        var game = new SimulatedGame(NetworkConditions.Lan, _seed, serve: peer => peer.Serve(ArenaContract.Instance, connection =>
        {
            arenas.Add(new Arena(connection));
            return arenas[^1];
        }));
        var (one, other) = (game.Connect(), game.Connect());
        game.Await(one.Connected);
        game.Await(other.Connected);
        new ArenaClient(one).Jump();
        game.Network.RunFor(TimeSpan.FromSeconds(1));
        Assert.Equal(2, arenas.Count);
        Assert.Equal(game.Accepted, arenas.Select(arena => arena.Caller));
        Assert.Single(arenas.SelectMany(arena => arena.Calls));
    }

    [Fact]
    public void A_service_that_cannot_be_made_ends_its_connection()
    {
        Func<RpcConnection, IArena> make = static _ => throw new InvalidOperationException("no arena");
        var game = new SimulatedGame(NetworkConditions.Lan, _seed, serve: peer => peer.Serve(ArenaContract.Instance, make));
        var connection = game.Connect();
        Assert.True(game.Network.RunUntil(() => connection.Transport.EndReason is not null, TimeSpan.FromMinutes(1)));
        Assert.Equal("no arena", Assert.Single(game.Failures).Message);
        Assert.Empty(game.Accepted);
    }

    [Fact]
    public void Nobody_there_is_a_transient_error()
    {
        var game = new SimulatedGame(NetworkConditions.Lan with { Loss = 1 }, _seed);
        var error = game.Error(game.Connect().Connected);
        Assert.Equal((RpcErrorCode.ConnectionEnded, true), (error.Code, error.IsTransient));
    }

    private sealed class PlainHandler : IDatagramHandler
    {
        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info)
        {
        }
    }
}
