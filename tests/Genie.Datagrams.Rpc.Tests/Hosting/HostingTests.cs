using System.Net;
using System.Security.Cryptography;
using Genie.Datagrams.LiteNetLib;
using Genie.Datagrams.Rpc.Hosting;
using Genie.Datagrams.Rpc.Tests.Samples;
using Genie.Datagrams.Tests;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace Genie.Datagrams.Rpc.Tests.Hosting;

public sealed class HostingTests
{
    private static readonly TimeSpan GivesUpAfter = TimeSpan.FromMinutes(2);

    [Theory]
    [MemberData(nameof(TestTransport.Kinds), MemberType = typeof(TestTransport))]
    public async Task A_host_serves_each_connection_with_a_service_of_its_own_scope(string transport, bool isEncrypted)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var options = Security(key, isEncrypted, transport);
        using var host = Build(services =>
        {
            services.AddSingleton<Ledger>();
            services.AddScoped<Purse>();
            services.AddGenieDatagrams(datagrams => Set(datagrams, options)).Serve<ILobby, Lobby>(LobbyContract.Instance).Calls(PlayerEventsContract.Instance);
        });
        await host.StartAsync();
        var server = host.Services.GetRequiredService<GenieDatagramsServer>();
        var ledger = host.Services.GetRequiredService<Ledger>();
        var (one, other) = (new Client(server.LocalEndPoint, options), new Client(server.LocalEndPoint, options));
        await one.Connection.Connected.WaitAsync(GivesUpAfter);
        await other.Connection.Connected.WaitAsync(GivesUpAfter);
        one.Lobby.Join(5);
        one.Lobby.Join(6);
        Assert.Equal(11, await one.Lobby.Rooms().AsTask().WaitAsync(GivesUpAfter));
        Assert.Equal(0, await other.Lobby.Rooms().AsTask().WaitAsync(GivesUpAfter));
        Assert.True(SpinWait.SpinUntil(() => one.Events.Hits.Count == 2, GivesUpAfter));
        Assert.Empty(other.Events.Hits);
        Assert.Equal(2, server.Connections.Count);
        Assert.Equal((2, 0), (ledger.Opened, ledger.Closed));
        one.Connection.Disconnect();
        Assert.True(SpinWait.SpinUntil(() => ledger.Closed == 1, GivesUpAfter));
        await host.StopAsync();
        Assert.Equal(2, ledger.Closed);
        Assert.True(SpinWait.SpinUntil(() => other.Connection.Transport.EndReason is not null, GivesUpAfter));
        one.Dispose();
        other.Dispose();
    }

    [Fact]
    public async Task A_singleton_serves_all_connections_and_connections_have_a_bound()
    {
        var arena = new Arena();
        using var host = Build(services =>
        {
            services.AddSingleton<IArena>(arena);
            services.AddGenieDatagrams(options => (options.Address, options.MaxConnections) = (IPAddress.Loopback, 1)).Serve(ArenaContract.Instance);
        });
        await host.StartAsync();
        var server = host.Services.GetRequiredService<GenieDatagramsServer>();
        var peer = new RpcPeer(new RpcOptions { CallTimeout = GivesUpAfter }).Calls(ArenaContract.Instance);
        using var client = DatagramEndpoint.OpenClient(peer, new DatagramOptions { ConnectTimeout = GivesUpAfter });
        client.Start();
        var connection = peer.Connect(client, server.LocalEndPoint);
        await connection.Connected.WaitAsync(GivesUpAfter);
        Assert.Equal(4, await new ArenaClient(connection).Shoot(new Shot(2, default, null)).AsTask().WaitAsync(GivesUpAfter));
        Assert.Equal(1, arena.Shots[2]);
        var second = await Assert.ThrowsAsync<RpcException>(() => peer.Connect(client, server.LocalEndPoint).Connected.WaitAsync(GivesUpAfter));
        Assert.Contains("Full", second.Message, StringComparison.Ordinal);
        await host.StopAsync();
    }

    [Theory]
    [InlineData(TestTransport.Udp)]
    [InlineData("TCP")]
    [InlineData(TestTransport.LiteNetLib)]
    public async Task A_file_of_settings_names_the_transport(string name)
    {
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        builder.Configuration.AddInMemoryCollection(new Dictionary<string, string?> { ["Datagrams:TransportName"] = name, ["Datagrams:Port"] = "0", ["Datagrams:MaxConnections"] = "1" });
        builder.Services.AddSingleton<IDatagramTransportFactory>(new LiteNetLibTransport());
        builder.Services.AddGenieDatagrams(options => (options.Address, options.Transport) = (IPAddress.Loopback, DatagramTransport.Tcp)).Serve<IArena, Arena>(ArenaContract.Instance);
        builder.Services.Configure<GenieDatagramsOptions>(builder.Configuration.GetSection("Datagrams"));
        using var host = builder.Build();
        await host.StartAsync();
        var peer = new RpcPeer(new RpcOptions { CallTimeout = GivesUpAfter }).Calls(ArenaContract.Instance);
        using var client = DatagramEndpoint.OpenClient(peer, new DatagramOptions { ConnectTimeout = GivesUpAfter }.Over(name.ToLowerInvariant()));
        client.Start();
        var connection = peer.Connect(client, host.Services.GetRequiredService<GenieDatagramsServer>().LocalEndPoint);
        Assert.Equal(4, await new ArenaClient(connection).Shoot(new Shot(2, default, null)).AsTask().WaitAsync(GivesUpAfter));
        await host.StopAsync();
    }

    [Fact]
    public async Task Settings_that_cannot_be_end_the_start_of_the_host()
    {
        await AssertRefusedAsync("Port", options => options.Port = 70_000);
        await AssertRefusedAsync("MaxConnections", options => options.MaxConnections = 0);
        await AssertRefusedAsync("TransportName", options => options.TransportName = TestTransport.LiteNetLib);

        static async Task AssertRefusedAsync(string what, Action<GenieDatagramsOptions> configure)
        {
            using var host = Build(services => services.AddGenieDatagrams(configure));
            var error = await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());
            Assert.StartsWith(what, error.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void What_comes_with_the_start_or_with_a_connection_is_not_there_without_it()
    {
        using var host = Build(services => services.AddGenieDatagrams(options => { }));
        Assert.Throws<InvalidOperationException>(() => host.Services.GetRequiredService<GenieDatagramsServer>().LocalEndPoint);
        using var scope = host.Services.CreateScope();
        Assert.Throws<InvalidOperationException>(() => scope.ServiceProvider.GetRequiredService<RpcConnection>());
    }

    private static IHost Build(Action<IServiceCollection> add)
    {
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        add(builder.Services);
        return builder.Build();
    }

    private static DatagramOptions Security(ECDsa key, bool isEncrypted, string transport) => new DatagramOptions
    {
        ConnectTimeout = GivesUpAfter,
        IdleTimeout = GivesUpAfter,
        Security = isEncrypted ? new DatagramSecurity { Identity = ServerIdentity.FromKey(key), Trust = ServerTrust.ForKey(key.ExportSubjectPublicKeyInfo()) } : null,
    }.Over(transport);

    private static void Set(GenieDatagramsOptions options, DatagramOptions transport) =>
        (options.Address, options.Transport, options.TransportFactory, options.Security, options.Datagrams) = (IPAddress.Loopback, transport.Transport, transport.TransportFactory, transport.Security, transport with { TransportFactory = null });

    /// <summary>What all connections of the host share.</summary>
    private sealed class Ledger
    {
        private int _opened;
        private int _closed;

        public int Opened => Volatile.Read(ref _opened);

        public int Closed => Volatile.Read(ref _closed);

        public void Open() => Interlocked.Increment(ref _opened);

        public void Close() => Interlocked.Increment(ref _closed);
    }

    /// <summary>What each connection has for itself.</summary>
    private sealed class Purse : IAsyncDisposable
    {
        private readonly Ledger _ledger;

        public Purse(Ledger ledger)
        {
            _ledger = ledger;
            ledger.Open();
        }

        public ValueTask DisposeAsync()
        {
            _ledger.Close();
            return default;
        }
    }

    private sealed class Lobby(RpcConnection connection, Purse purse) : ILobby
    {
        private readonly PlayerEventsClient _events = new(connection);
        private int _sum;

        public Purse Purse { get; } = purse;

        public void Join(int room)
        {
            _sum += room;
            _events.Hit(room, 1);
        }

        public ValueTask<int> Rooms() => ValueTask.FromResult(_sum);
    }

    private sealed class Client : IDisposable
    {
        private readonly DatagramEndpoint _endpoint;

        public Client(IPEndPoint server, DatagramOptions options)
        {
            var peer = new RpcPeer(new RpcOptions { CallTimeout = GivesUpAfter }).Calls(LobbyContract.Instance).Serve(PlayerEventsContract.Instance, Events);
            _endpoint = DatagramEndpoint.OpenClient(peer, options);
            _endpoint.Start();
            Connection = peer.Connect(_endpoint, server);
            Lobby = new LobbyClient(Connection);
        }

        public PlayerEvents Events { get; } = new();

        public RpcConnection Connection { get; }

        public LobbyClient Lobby { get; }

        public void Dispose() => _endpoint.Dispose();
    }
}
