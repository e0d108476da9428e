using Genie.Brokers;
using Genie.Brokers.InMemory;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Geocoding;
using Genie.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Genie.Extensions.Genius.Tests.Hosting;

public sealed class ReadmeTests
{
    [Fact]
    public async Task The_examples_rule_is_met_by_a_play_in_philadelphia()
    {
        Directory.Delete(await RunAsync(), recursive: true);
        ReadmeExample.AssertStandsIn("Genie.Extensions.Genius/README.md");
    }

    private static async Task<string> RunAsync()
    {
        var stop = CancellationToken.None;
        var folder = Directory.CreateTempSubdirectory("genius-").FullName;                             // or one that stays
        await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder }, stop);

        var builder = Host.CreateApplicationBuilder();
        builder.Services.AddSingleton<IBroker>(_ => new InMemoryBroker(new InMemoryOptions()));       // or NATS, Kafka, MQTT...: any Genie.Brokers driver
        builder.Services.AddSingleton<IEventStore>(store);                                            // a folder or PostgreSQL: Genie.EventStore
        builder.Services.AddGenius(options => options with
        {
            Channel = "plays",
            Windows = [new WindowDefinition { Name = "minutes", Shape = new TumblingWindow(TimeSpan.FromMinutes(1)) }],
            Geofences = [new GeofenceDefinition { Name = "yards", DwellAfter = TimeSpan.FromMinutes(5) }],
        });
        using var host = builder.Build();
        await host.StartAsync(stop);
        var philadelphia = new Rule("philadelphia", Condition.Kind("play") & Condition.In(RegionCondition.County("42101")));
        await host.Services.GetRequiredService<RuleStore>().ChangeAsync([RuleChange.Put(philadelphia)], null, stop);

        await using var connection = await host.Services.GetRequiredService<IBroker>().ConnectAsync("plays", new ConnectionOptions(), stop);
        var play = new GeniusEvent { Key = "machine", RequestKey = new RequestKey(7, 1, 1), Kind = "play", Time = DateTimeOffset.UnixEpoch, Place = new GeoPoint(39.9956, -75.1145) };
        using var reply = await connection.RequestAsync(EventCodec.Encode(play), stop);
        Assert.Equal(["philadelphia"], ProcessReplies.Read(reply.Payload.ToArray()).Rules);
        await host.StopAsync(stop);
        return folder;
    }
}
