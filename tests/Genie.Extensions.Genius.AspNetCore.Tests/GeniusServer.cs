using Genie.Diagnostics.Live;
using Genie.EventStore;
using Genie.Extensions.Genius.AspNetCore.Live;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Tests.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;
using Genie.Grpc.Listening;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>A host with the front on a free port and an event store of its own.</summary>
internal sealed class GeniusServer : IAsyncDisposable
{
    private readonly StoreFolder _folder;
    private readonly WebApplication _host;

    private GeniusServer(StoreFolder folder, IEventStore store, WebApplication host)
    {
        (_folder, Store, _host) = (folder, store, host);
        Channel = GrpcChannel.ForAddress("http://" + Target);
    }

    public IEventStore Store { get; }

    public LiveFeed Live => _host.Services.GetRequiredService<LiveFeed>();

    public IEventProcessor Processor => _host.Services.GetRequiredService<IEventProcessor>();

    /// <summary>One of the host's health checks.</summary>
    public async Task<HealthReportEntry> CheckHealthAsync(string name) => (await _host.Services.GetRequiredService<HealthCheckService>().CheckHealthAsync(each => each.Name == name)).Entries[name];

    /// <summary>A channel to it.</summary>
    public GrpcChannel Channel { get; }

    public string Target => $"localhost:{new Uri(_host.Urls.Single()).Port}";

    public static async Task<GeniusServer> StartAsync(GeniusGrpcOptions? options = null, Action<IServiceCollection>? parts = null, params IReadOnlyList<GeofenceDefinition> geofences)
    {
        var folder = new StoreFolder();
        var store = await folder.OpenAsync();
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(server => server.ListenForGrpc(new GrpcListenOptions()));
        builder.Services.AddSingleton(store).AddSingleton<IReverseGeocoder>(new StripeGeocoder()).AddGenius(genius => genius with
        {
            Channel = null,
            Windows = [new WindowDefinition { Name = "minutes", Shape = new TumblingWindow(TimeSpan.FromMinutes(1)), OutOfOrder = TimeSpan.Zero }],
            Geofences = geofences,
        });
        parts?.Invoke(builder.Services);
        builder.Services.AddGeniusGrpc(options).AddGeniusKeys().AddGeniusLive();
        var host = builder.Build();
        host.MapGeniusEvents();
        host.MapGeniusRules();
        host.MapGeniusKeys();
        host.MapGeniusDeliveries();
        host.MapGeniusStatus();
        await host.StartAsync();
        await host.Services.GetRequiredService<RuleStore>().ChangeAsync(
            [RuleChange.Put(new Rule("north", Condition.In(RegionCondition.Circle(SampleEvents.North, 500)))), RuleChange.Put(new Rule("seen", new OfKind("seen")))], null, default);
        return new GeniusServer(folder, store, host);
    }

    public async ValueTask DisposeAsync()
    {
        Channel.Dispose();
        await _host.DisposeAsync();
        await Store.DisposeAsync();
        _folder.Dispose();
    }
}
