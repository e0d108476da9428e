using System.Net;
using System.Security.Cryptography;
using Genie.Datagrams.Rpc.Tests.Samples;
using Genie.Datagrams.Tests;

namespace Genie.Datagrams.Rpc.Tests;

/// <summary>Real sockets, each endpoint with a thread of its own.</summary>
public sealed class SocketTests
{
    private static readonly TimeSpan GivesUpAfter = TimeSpan.FromMinutes(2);

    public static TheoryData<string, bool> Kinds => TestTransport.Kinds;

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Concurrent_calls_are_answered_each_by_its_own(string transport, bool isEncrypted)
    {
        using var game = new SocketGame(transport, isEncrypted);
        var connection = await game.ConnectAsync();
        var calls = new ArenaClient(connection);
        game.Arena.OnEcho = static async (text, _) =>
        {
            await Task.Yield();
            return text;
        };
        var work = Enumerable.Range(0, 8).Select(worker => Task.Run(async () =>
        {
            for (var i = 0; i < 100; i++)
            {
                Assert.Equal($"{worker} {i}", await calls.Echo($"{worker} {i}", default));
                Assert.Equal(2 * i, await calls.Shoot(new Shot(i, new Position(i, 0), "bow")));
                await calls.Count(i);
                calls.Tell($"{i}", Medal.Gold);
            }
        }));
        await Task.WhenAll(work).WaitAsync(GivesUpAfter);
        Assert.True(SpinWait.SpinUntil(() => game.Arena.Numbers.Count == 800 && game.Arena.Calls.Count == 800, GivesUpAfter));
        var events = new PlayerEventsClient(Assert.Single(game.Accepted));
        Assert.Equal(3, await events.Ask("eh?", default).AsTask().WaitAsync(GivesUpAfter));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task The_death_of_the_server_fails_calls_in_flight_as_transient(string transport, bool isEncrypted)
    {
        using var game = new SocketGame(transport, isEncrypted);
        var connection = await game.ConnectAsync();
        game.Arena.OnShoot = static (_, cancellationToken) => new ValueTask<long>(Task.Delay(Timeout.Infinite, cancellationToken).ContinueWith(static _ => 0L, TaskScheduler.Default));
        var calls = Enumerable.Range(0, 20).Select(i => new ArenaClient(connection).Shoot(new Shot(i, default, null)).AsTask()).ToArray();
        Assert.True(SpinWait.SpinUntil(() => game.Arena.Shots.Count == 20, GivesUpAfter));
        game.Server.Dispose();
        foreach (var call in calls)
        {
            var error = await Assert.ThrowsAsync<RpcException>(() => call.WaitAsync(GivesUpAfter));
            Assert.Equal((RpcErrorCode.ConnectionEnded, true), (error.Code, error.IsTransient));
        }
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_mismatch_is_told_before_anything_is_called(string transport, bool isEncrypted)
    {
        using var game = new SocketGame(transport, isEncrypted);
        var error = await Assert.ThrowsAsync<RpcException>(() => game.ConnectAsync(peer => peer.Calls(ArenaContract.Instance).Calls(LobbyContract.Instance)));
        Assert.Equal((RpcErrorCode.ContractMismatch, false), (error.Code, error.IsTransient));
    }

    [Fact]
    public async Task A_server_that_is_not_trusted_is_no_transient_error()
    {
        using var game = new SocketGame(TestTransport.Udp, isEncrypted: true);
        using var other = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var error = await Assert.ThrowsAsync<RpcException>(() => game.ConnectAsync(security: new DatagramSecurity { Trust = ServerTrust.ForKey(other.ExportSubjectPublicKeyInfo()) }));
        Assert.Equal((RpcErrorCode.ConnectionEnded, false), (error.Code, error.IsTransient));
        Assert.IsType<ServerNotTrustedException>(error.InnerException);
    }

    /// <summary>A server with its clients.</summary>
    private sealed class SocketGame : IDisposable
    {
        private readonly ECDsa _key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        private readonly List<DatagramEndpoint> _clients = [];
        private readonly DatagramOptions _options;

        public SocketGame(string transport, bool isEncrypted)
        {
            var security = isEncrypted ? new DatagramSecurity { Identity = ServerIdentity.FromKey(_key), Trust = ServerTrust.ForKey(_key.ExportSubjectPublicKeyInfo()) } : null;
            _options = new DatagramOptions { Security = security, ConnectTimeout = GivesUpAfter, IdleTimeout = GivesUpAfter }.Over(transport);
            var peer = new RpcPeer(new RpcOptions { Connected = connection => Accepted.Add(connection) });
            Server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), peer.Serve(ArenaContract.Instance, Arena).Calls(PlayerEventsContract.Instance, isRequired: false), _options);
            Server.Start();
        }

        public Arena Arena { get; } = new();

        public List<RpcConnection> Accepted { get; } = [];

        public DatagramEndpoint Server { get; }

        public async Task<RpcConnection> ConnectAsync(Action<RpcPeer>? declare = null, DatagramSecurity? security = null)
        {
            var peer = new RpcPeer(new RpcOptions { CallTimeout = GivesUpAfter });
            if (declare is null) peer.Calls(ArenaContract.Instance).Serve(PlayerEventsContract.Instance, new PlayerEvents());
            else declare(peer);
            var client = DatagramEndpoint.OpenClient(peer, _options with { Security = security ?? _options.Security });
            _clients.Add(client);
            client.Start();
            var connection = peer.Connect(client, Server.LocalAddress.ToEndPoint());
            await connection.Connected.WaitAsync(GivesUpAfter);
            return connection;
        }

        public void Dispose()
        {
            foreach (var client in _clients) client.Dispose();
            Server.Dispose();
            _key.Dispose();
        }
    }
}
