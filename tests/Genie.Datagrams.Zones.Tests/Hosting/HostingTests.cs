using System.Collections.Concurrent;
using System.Net;
using Genie.Datagrams.Tests;
using Genie.Datagrams.Zones.Hosting;
using Genie.Datagrams.Zones.Tests.World;
using Genie.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;

namespace Genie.Datagrams.Zones.Tests.Hosting;

public sealed class HostingTests
{
    private static readonly TimeSpan GivesUpAfter = TimeSpan.FromMinutes(2);
    private static readonly DatagramOptions Transport = new() { ConnectTimeout = GivesUpAfter, IdleTimeout = GivesUpAfter };

    [Theory]
    [InlineData(TestTransport.Udp)]
    [InlineData(TestTransport.Tcp)]
    [InlineData(TestTransport.LiteNetLib)]
    public async Task A_host_that_stops_gives_its_zones_and_entities_to_the_other(string transport)
    {
        var (directory, store, handler) = (new InMemoryZoneDirectory(FourZones.Layout, leaseTime: GivesUpAfter), new InMemoryEntityStore(), new CountingWorld());
        using var first = Build(services => Add(services, "first").AddSingleton<IZoneHandler>(handler));
        using var second = Build(services => Add(services, "second").AddSingleton<IZoneHandler>(handler));
        await first.StartAsync();
        await second.StartAsync();
        var (leaving, staying) = (first.Services.GetRequiredService<GenieZoneServer>(), second.Services.GetRequiredService<GenieZoneServer>());
        await Until.TrueAsync(() => leaving.Server.GetStatistics().Zones == 2 && staying.Server.GetStatistics().Zones == 2);

        var player = new Player { Entity = 1, Client = null!, Endpoint = null! };
        using var client = new ZoneClient(new ZoneClientOptions { Entity = 1, Seeds = [staying.Endpoint.LocalAddress], CallTimeout = GivesUpAfter }, player);
        player.Client = client;
        using var endpoint = DatagramEndpoint.OpenClient(client.Peer, Transport.Over(transport), new IPEndPoint(IPAddress.Loopback, 0));
        endpoint.Start();
        var map = await directory.ReadAsync(default);
        client.Start(endpoint, new[] { FourZones.SouthWest, FourZones.SouthEast, FourZones.NorthWest }.First(position => map.FindAt(position)!.Owner!.Name == "first"));
        for (var i = 0; i < 100; i++) player.Say();
        await Until.TrueAsync(() => client.Server == leaving.Endpoint.LocalAddress && player.IsDone);
        var server = leaving.Server;
        var stopping = first.StopAsync();
        for (var i = 0; i < 100; i++) player.Say();
        await stopping;
        Assert.Equal("second", Assert.Single((await directory.ReadAsync(default)).Servers).Name);

        // Handed over, unless the client was with the new owner before it was.
        Assert.True(server.GetStatistics() is { HandedOver: > 0 } or { Fenced: > 0 }, $"{server.GetStatistics()}");
        await Until.TrueAsync(() => player.IsDone);
        Assert.Equal(staying.Endpoint.LocalAddress, client.Server);
        Assert.Empty(handler.Errors);
        Assert.Equal(200, CountingWorld.CountOf((await store.LoadAsync(1, default))!.State));
        await second.StopAsync();

        IServiceCollection Add(IServiceCollection services, string name) => services.AddSingleton<IZoneDirectory>(directory).AddSingleton<IEntityStore>(store).AddGenieZones(options =>
        {
            var datagrams = Transport.Over(transport);
            (options.Address, options.Transport, options.TransportFactory, options.Datagrams, options.Name) = (IPAddress.Loopback, datagrams.Transport, datagrams.TransportFactory, Transport, name);
            options.Zones = options.Zones with { ServerKey = new byte[16], HeartbeatInterval = TimeSpan.FromMilliseconds(100), TransferTimeout = GivesUpAfter };
        });
    }

    [Fact]
    public async Task It_begins_when_all_is_started_and_ends_before_any_of_it_is_stopped_in_whichever_order_it_was_added()
    {
        var events = new ConcurrentQueue<string>();
        using var host = Build(services =>
        {
            Minimal(services).AddGenieZones<Herald>(Loopback);
            services.AddSingleton(events).AddHostedService<Late>();
        });
        Assert.Throws<InvalidOperationException>(() => host.Services.GetRequiredService<GenieZoneServer>().Server);
        await host.StartAsync();
        await host.StopAsync();
        Assert.Equal(["late starts", "handler made", "handler disposed", "late stops"], events);
    }

    [Fact]
    public async Task A_handler_publishes_by_the_server_and_further_services_are_declared_before_it_opens()
    {
        var opened = 0;
        using var host = Build(services => Minimal(services).AddSingleton(new ConcurrentQueue<string>()).AddGenieZones<Herald>(options =>
        {
            Loopback(options);
            options.PublicAddress = new IPEndPoint(IPAddress.Loopback, 0);
            options.Opening = (provider, server) => opened += provider.GetRequiredService<IZoneDirectory>() is InMemoryZoneDirectory && server.Self is null ? 1 : 0;
        }));
        await host.StartAsync();
        var server = host.Services.GetRequiredService<GenieZoneServer>();
        Assert.Equal((1, server.LocalEndPoint), (opened, server.Server.Self!.Address.ToEndPoint()));
        var player = new Player { Entity = 1, Client = null!, Endpoint = null! };
        using var client = new ZoneClient(new ZoneClientOptions { Entity = 1, Seeds = [server.Endpoint.LocalAddress], CallTimeout = GivesUpAfter }, player);
        using var endpoint = DatagramEndpoint.OpenClient(client.Peer, Transport, new IPEndPoint(IPAddress.Loopback, 0));
        endpoint.Start();
        client.Start(endpoint, FourZones.SouthWest);
        await Until.TrueAsync(() =>
        {
            if (client.Confirmed < 1_000) client.Send("say"u8);
            return !player.Published.IsEmpty;
        });
        Assert.All(player.Published, heard => Assert.Equal("said", heard));
        await host.StopAsync();
    }

    [Fact]
    public async Task Settings_that_cannot_be_end_the_start_of_the_host()
    {
        await AssertRefusedAsync("ServerKey", options => options.Address = IPAddress.Loopback);
        await AssertRefusedAsync("PublicAddress", options => options.ServerKey = new byte[16]);
        await AssertRefusedAsync("Port", options => (options.Address, options.ServerKey, options.Port) = (IPAddress.Loopback, new byte[16], 70_000));
        await AssertRefusedAsync("TransportName", options => (options.Address, options.ServerKey, options.TransportName) = (IPAddress.Loopback, new byte[16], "pigeons"));

        static async Task AssertRefusedAsync(string what, Action<GenieZonesOptions> configure)
        {
            using var host = Build(services => Minimal(services).AddSingleton(new ConcurrentQueue<string>()).AddGenieZones<Herald>(configure));
            var error = await Assert.ThrowsAsync<OptionsValidationException>(() => host.StartAsync());
            Assert.Contains(what, error.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_host_whose_time_is_up_ends_without_giving_all_away()
    {
        var stuck = new StuckDirectory();
        using var host = Build(services => services.AddSingleton<IZoneDirectory>(stuck).AddSingleton<IEntityStore>(new InMemoryEntityStore()).AddSingleton(new ConcurrentQueue<string>()).AddGenieZones<Herald>(Loopback));
        await host.StartAsync();
        var server = host.Services.GetRequiredService<GenieZoneServer>().Server;
        await Until.TrueAsync(() => server.GetStatistics().Zones == 4);
        using var timeIsUp = new CancellationTokenSource();
        var stopping = host.StopAsync(timeIsUp.Token);
        await stuck.IsAsked.Task.WaitAsync(GivesUpAfter);
        await timeIsUp.CancelAsync();
        await ((Task)stopping.WaitAsync(GivesUpAfter)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
        Assert.True(stopping.IsCompleted);
        Assert.Equal(0, server.GetStatistics().Zones);
    }

    private static void Loopback(GenieZonesOptions options) => (options.Address, options.ServerKey, options.Datagrams) = (IPAddress.Loopback, new byte[16], Transport);

    private static IServiceCollection Minimal(IServiceCollection services) =>
        services.AddSingleton<IZoneDirectory>(new InMemoryZoneDirectory(FourZones.Layout, leaseTime: GivesUpAfter)).AddSingleton<IEntityStore>(new InMemoryEntityStore());

    private static IHost Build(Action<IServiceCollection> add)
    {
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        add(builder.Services);
        return builder.Build();
    }

    /// <summary>Says what it hears to all who are near.</summary>
    private sealed class Herald : IZoneHandler, IDisposable
    {
        private readonly GenieZoneServer _server;
        private readonly ConcurrentQueue<string> _events;

        public Herald(GenieZoneServer server, ConcurrentQueue<string> events)
        {
            (_server, _events) = (server, events);
            events.Enqueue("handler made");
        }

        public void OnMessage(ZoneEntity entity, ReadOnlySpan<byte> message) => _server.Server.Publish(entity.Position, "said"u8);

        public void Dispose() => _events.Enqueue("handler disposed");
    }

    private sealed class Late(ConcurrentQueue<string> events) : IHostedService
    {
        public Task StartAsync(CancellationToken cancellationToken)
        {
            events.Enqueue("late starts");
            return Task.CompletedTask;
        }

        public Task StopAsync(CancellationToken cancellationToken)
        {
            events.Enqueue("late stops");
            return Task.CompletedTask;
        }
    }

    /// <summary>A directory that does not answer whoever wants to leave.</summary>
    private sealed class StuckDirectory : IZoneDirectory
    {
        private readonly InMemoryZoneDirectory _inner = new(FourZones.Layout, leaseTime: GivesUpAfter);

        public TaskCompletionSource IsAsked { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public TimeSpan LeaseTime => _inner.LeaseTime;

        public ValueTask<ZoneMap> ReadAsync(CancellationToken cancellationToken) => _inner.ReadAsync(cancellationToken);

        public ValueTask<ZoneMap> HeartbeatAsync(ZoneServerInfo server, CancellationToken cancellationToken) => _inner.HeartbeatAsync(server, cancellationToken);

        public ValueTask<ZoneMap?> TryAssignAsync(ZoneChange change, CancellationToken cancellationToken) => _inner.TryAssignAsync(change, cancellationToken);

        public async ValueTask LeaveAsync(string server, CancellationToken cancellationToken)
        {
            IsAsked.TrySetResult();
            await Task.Delay(Timeout.InfiniteTimeSpan, cancellationToken);
        }
    }
}
