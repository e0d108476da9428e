using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Patterns;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Tests.Rules;
using Genie.Geocoding;
using Genie.Grains;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Genie.Extensions.Genius.Tests.Timers;

/// <summary>A host with a window, a session, a fence, a sequence and an absence, all idle after 20 s.</summary>
internal static class TimerHost
{
    public static readonly TimeSpan IdleTimeout = TimeSpan.FromSeconds(20);
    private static readonly GeoPoint Yard = new(39.9956, -75.1145);

    public static async Task<IHost> StartAsync(IEventStore store, TimeProvider clock, TimeSpan? idleTimeout = null, int timersMax = 200_000)
    {
        var idle = idleTimeout ?? IdleTimeout;
        var builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddSingleton(store).AddSingleton<IReverseGeocoder>(new StripeGeocoder());
        builder.Services.AddGenius(options => options with
        {
            Channel = null,
            Grains = new GrainRuntimeOptions { Clock = clock },
            TimersMax = timersMax,
            Windows =
            [
                new WindowDefinition { Name = "minutes", Shape = new TumblingWindow(TimeSpan.FromMinutes(1)), IdleTimeout = idle },
                new WindowDefinition { Name = "sessions", Shape = new SessionWindow(TimeSpan.FromSeconds(30)), IdleTimeout = idle },
            ],
            Patterns =
            [
                new PatternDefinition { Name = "again", Steps = ["yard", "yard"], Within = TimeSpan.FromMinutes(2), IdleTimeout = idle },
                new PatternDefinition { Name = "silent", Steps = ["yard", "gate"], Within = TimeSpan.FromMinutes(2), IsAbsence = true, IdleTimeout = idle },
            ],
            Geofences = [new GeofenceDefinition { Name = "yards", DwellAfter = TimeSpan.FromMinutes(5), IdleTimeout = idle }],
        });
        var host = builder.Build();
        host.Services.GetRequiredService<RuleEngine>().Apply([RuleChange.Put(new Rule("yard", Condition.In(RegionCondition.Circle(Yard, 500))))]);
        try
        {
            await host.StartAsync();
            return host;
        }
        catch
        {
            host.Dispose();
            throw;
        }
    }

    public static GeniusEvent Event(string key, ulong sequence, DateTimeOffset time) =>
        new() { Key = key, RequestKey = new RequestKey(1, 1, sequence), Kind = "seen", Time = time, Place = Yard, Value = 1 };
}
