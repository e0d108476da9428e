using System.Diagnostics;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Rules.Text;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Testing;
using Genie.Geocoding;
using Genie.Grains;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace GeniusKeys;

/// <summary>Genius as a host has it, timers included: a window of an hour and a geofence for each key, over an embedded store.</summary>
internal sealed class KeyRun : IAsyncDisposable
{
    private const int Senders = 512;
    private const int Reports = 10;
    private const int BackMax = 100_000;
    private static readonly GeoPoint Yard = new(40, -75);

    private readonly IHost _host;
    private readonly EmbeddedEventStore _store;
    private readonly GeniusProcessor _processor;
    private readonly DateTimeOffset _begin;

    private KeyRun(IHost host, EmbeddedEventStore store)
    {
        (_host, _store, _processor) = (host, store, host.Services.GetRequiredService<GeniusProcessor>());

        // The windows of all events are open while this runs.
        var now = DateTimeOffset.UtcNow;
        _begin = now.AddTicks(-(now.Ticks % TimeSpan.TicksPerHour)).AddHours(1);
    }

    public static async Task<KeyRun> StartAsync(string folder, int liveMax, CancellationToken cancellationToken)
    {
        var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder }, cancellationToken).ConfigureAwait(false);
        var builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddSingleton<IEventStore>(_ => store).AddSingleton<IReverseGeocoder>(NoAreas.Instance).AddGenius(options => options with
        {
            Channel = null,
            Windows = [new WindowDefinition { Name = "hours", Shape = new TumblingWindow(TimeSpan.FromHours(1)) }],
            Geofences = [new GeofenceDefinition { Name = "yards", IsFence = static rule => rule == "yard" }],
            TimersMax = liveMax,
            Grains = new GrainRuntimeOptions { LiveGrainsMax = liveMax },
        });
        var host = builder.Build();
        await host.StartAsync(cancellationToken).ConfigureAwait(false);
        await host.Services.GetRequiredService<RuleStore>().PutAsync(new Rule("yard", RuleText.Parse("place.within(circle(40, -75, 200))")), RuleMode.Active, null, cancellationToken).ConfigureAwait(false);
        return new KeyRun(host, store);
    }

    /// <summary>An event of each key.</summary>
    public async Task FillAsync(int keys)
    {
        Console.WriteLine("      keys   events/s   process MiB   managed MiB");
        for (var report = 0; report < Reports; report++)
        {
            var (from, to) = ((int)((long)keys * report / Reports), (int)((long)keys * (report + 1) / Reports));
            var watch = Stopwatch.StartNew();
            await SendAsync(from, to, static index => index, sequence: 1, TimeSpan.FromMinutes(1)).ConfigureAwait(false);
            Report(to, to - from, watch.Elapsed);
        }
    }

    /// <summary>Events of keys that have long left memory: first in the window that each has open, then beyond its end, so that it is reported.</summary>
    /// <returns>True if every window had both.</returns>
    public async Task<bool> ComeBackAsync(int keys)
    {
        var back = Math.Min(keys, BackMax);
        int KeyOf(int index) => (int)((long)index * keys / back);
        var watch = Stopwatch.StartNew();
        await SendAsync(0, back, KeyOf, sequence: 2, TimeSpan.FromMinutes(2)).ConfigureAwait(false);
        Report(keys, back, watch.Elapsed);
        watch.Restart();
        var complete = await SendAsync(0, back, KeyOf, sequence: 3, TimeSpan.FromHours(1)).ConfigureAwait(false);
        Report(keys, back, watch.Elapsed);
        Console.WriteLine(FormattableString.Invariant($"{complete:N0} of {back:N0} windows of keys that came back had both of their events"));
        return complete == back;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _host.StopAsync().ConfigureAwait(false);
        _host.Dispose();
        await _store.DisposeAsync().ConfigureAwait(false);
    }

    private async Task<int> SendAsync(int from, int to, Func<int, int> keyOf, ulong sequence, TimeSpan after)
    {
        var (next, complete) = (from - 1, 0);
        await Task.WhenAll(Enumerable.Range(0, Senders).Select(async sender =>
        {
            await Task.Yield();
            int index;
            while ((index = Interlocked.Increment(ref next)) < to)
            {
                var key = keyOf(index);
                var answer = await _processor.ProcessAsync(EventOf(key, sequence, _begin + after), CancellationToken.None).ConfigureAwait(false);
                if (answer.Windows is [var window] && window.Answer.Results is [{ Count: 2 }]) Interlocked.Increment(ref complete);
            }
        })).ConfigureAwait(false);
        return complete;
    }

    private static GeniusEvent EventOf(int key, ulong sequence, DateTimeOffset time) => new()
    {
        Key = FormattableString.Invariant($"truck-{key}"),
        RequestKey = new RequestKey((ulong)key, 1, sequence),
        Kind = "moved",
        Time = time,
        Place = Yard,
        Value = key,
    };

    private static void Report(int keys, int events, TimeSpan elapsed)
    {
        using var process = Process.GetCurrentProcess();
        Console.WriteLine(FormattableString.Invariant($"{keys,10:N0} {events / elapsed.TotalSeconds,10:N0} {process.WorkingSet64 / 1048576.0,13:N0} {GC.GetTotalMemory(forceFullCollection: true) / 1048576.0,13:N0}"));
    }
}
