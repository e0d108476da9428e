using System.Diagnostics;
using System.Diagnostics.Metrics;
using Genie.Brokers;
using Genie.Brokers.InMemory;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Regions;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Extensions.Genius.Tests.Rules;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Geocoding;
using Genie.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Tests.Hosting;

public sealed class GeniusHostTests
{
    private static readonly DateTimeOffset Begin = new(2026, 3, 1, 12, 0, 0, TimeSpan.Zero);
    private static readonly GeoPoint Inside = new(39.9956, -75.1145);

    [Fact]
    public async Task Events_come_in_over_a_broker_and_take_effect_once_across_a_restart()
    {
        using var folder = new TemporaryFolder();
        var events = new[] { Play(1, 0, Inside), Play(2, 20, Inside), Play(3, 90, new GeoPoint(10, 10)) };
        var first = new List<byte[]>();
        using (var host = await StartAsync(folder))
        {
            await host.Services.GetRequiredService<RuleStore>().ChangeAsync([RuleChange.Put(new Rule("yard", Condition.In(RegionCondition.Circle(Inside, 500))))], null, default);
            foreach (var each in events) first.Add(await RequestAsync(host, EventCodec.Encode(each)));
            Assert.Equal(first[0], await RequestAsync(host, EventCodec.Encode(events[0])));
            await host.StopAsync();
        }

        using var again = await StartAsync(folder);
        Assert.Equal(1, again.Services.GetRequiredService<RuleEngine>().Rules.Count);
        await again.Services.GetRequiredService<RuleStore>().ChangeAsync([RuleChange.Remove("yard")], null, default);
        for (var i = 0; i < events.Length; i++) Assert.Equal(first[i], await RequestAsync(again, EventCodec.Encode(events[i])));
        var last = ProcessReplies.Read(first[2]);
        Assert.Equal(["yard"], ProcessReplies.Read(first[0]).Rules);
        Assert.Empty(last.Rules);
        Assert.Equal(FenceChange.Left, Assert.Single(Assert.Single(last.Fences).Answer.Transitions).Change);
        Assert.Equal((2, 5.0), (Assert.Single(Assert.Single(last.Windows).Answer.Results).Count, last.Windows[0].Answer.Results[0].Sum));
        Assert.Equal(3, await again.Services.GetRequiredService<IEventStore>().GetVersionAsync(ProcessedEvents.StreamOf("machine"), default));
        await again.StopAsync();
    }

    [Fact]
    public async Task What_is_no_event_is_refused_and_the_next_one_is_processed()
    {
        using var folder = new TemporaryFolder();
        using var host = await StartAsync(folder);

        var error = await Assert.ThrowsAsync<RemoteHandlerException>(() => RequestAsync(host, [1, 2, 3]));

        Assert.NotEmpty(error.Message);
        Assert.Empty(ProcessReplies.Read(await RequestAsync(host, EventCodec.Encode(Play(1, 0, Inside)))).Rules);
        await host.StopAsync();
    }

    [Fact]
    public async Task An_event_that_may_not_be_is_refused_with_the_field_and_its_window_is_as_if_it_had_not_come()
    {
        using var folder = new TemporaryFolder();
        using var host = await StartAsync(folder);
        await RequestAsync(host, EventCodec.Encode(Play(1, 0, Inside)));

        var error = await Assert.ThrowsAsync<RemoteHandlerException>(() => RequestAsync(host, EventCodec.Encode(Play(2, 1, Inside) with { Value = double.NaN })));

        Assert.Contains("value", error.Message, StringComparison.Ordinal);
        var window = Assert.Single(ProcessReplies.Read(await RequestAsync(host, EventCodec.Encode(Play(3, 90, Inside)))).Windows);
        Assert.Equal((1, 2.5), (Assert.Single(window.Answer.Results).Count, window.Answer.Results[0].Sum));
        await host.StopAsync();
    }

    [Fact]
    public async Task Observers_are_told_with_the_event_and_what_it_did()
    {
        using var folder = new TemporaryFolder();
        var observer = new RecordingObserver();
        using var host = await StartAsync(folder, services => services.AddSingleton<IGeniusObserver>(observer));

        await RequestAsync(host, EventCodec.Encode(Play(1, 0, Inside)));

        Assert.Equal(("machine", false), Assert.Single(observer.Seen));
        await host.StopAsync();
    }

    [Fact]
    public async Task An_observer_that_fails_fails_no_event_and_is_counted_and_in_the_log()
    {
        using var folder = new TemporaryFolder();
        var failures = 0L;
        using var listener = new MeterListener { InstrumentPublished = static (instrument, listener) => { if (instrument.Name == "genie.genius.observers.failed") listener.EnableMeasurementEvents(instrument); } };
        listener.SetMeasurementEventCallback<long>((_, value, _, _) => Interlocked.Add(ref failures, value));
        listener.Start();
        var observer = new RecordingObserver();
        var log = new ErrorLog();
        using var host = await StartAsync(folder, services => services.AddSingleton<IGeniusObserver>(new FailingObserver()).AddSingleton<IGeniusObserver>(observer).AddSingleton<ILoggerProvider>(log));
        await host.Services.GetRequiredService<RuleStore>().ChangeAsync([RuleChange.Put(new Rule("yard", Condition.In(RegionCondition.Circle(Inside, 500))))], null, default);

        var entered = ProcessReplies.Read(await RequestAsync(host, EventCodec.Encode(Play(1, 0, Inside))));
        var closed = ProcessReplies.Read(await RequestAsync(host, EventCodec.Encode(Play(2, 90, Inside))));

        Assert.Single(entered.Fences.Single().Answer.Transitions);
        Assert.Single(closed.Windows.Single().Answer.Results);
        Assert.Equal([("machine", false), ("machine", false)], observer.Seen);
        Assert.Equal(2, observer.Derived);

        // Two events, a fence that was entered, a window that closed.
        Assert.Equal(4, Interlocked.Read(ref failures));
        Assert.Equal(4, log.Errors.Count(each => each is NotSupportedException));
        await host.StopAsync();
    }

    [Fact]
    public async Task Events_are_decided_though_loggers_throw()
    {
        using var folder = new TemporaryFolder();
        var (observer, log) = (new RecordingObserver(), new ErrorLog { Throws = true });
        using var host = await StartAsync(folder, services => services.AddSingleton<IGeniusObserver>(new FailingObserver()).AddSingleton<IGeniusObserver>(observer).AddSingleton<ILoggerProvider>(log));
        await host.Services.GetRequiredService<RuleStore>().ChangeAsync([RuleChange.Put(new Rule("yard", Condition.In(RegionCondition.Circle(Inside, 500))))], null, default);

        var entered = ProcessReplies.Read(await RequestAsync(host, EventCodec.Encode(Play(1, 0, Inside))));
        var closed = ProcessReplies.Read(await RequestAsync(host, EventCodec.Encode(Play(2, 90, Inside))));

        Assert.Single(entered.Fences.Single().Answer.Transitions);
        Assert.Single(closed.Windows.Single().Answer.Results);
        Assert.Equal([("machine", false), ("machine", false)], observer.Seen);
        Assert.Equal(4, log.Errors.Count(each => each is NotSupportedException));
        await host.StopAsync();
    }

    [Fact]
    public async Task Events_are_decided_and_kept_though_listeners_to_metrics_and_traces_throw()
    {
        using var folder = new TemporaryFolder();
        using var observers = new ThrowingObservers(GeniusMetrics.MeterName);
        using var host = await StartAsync(folder);
        await host.Services.GetRequiredService<RuleStore>().ChangeAsync([RuleChange.Put(new Rule("yard", Condition.In(RegionCondition.Circle(Inside, 500))))], null, default);

        var processor = host.Services.GetRequiredService<GeniusProcessor>();
        var entered = await processor.ProcessAsync(Play(1, 0, Inside), default);
        var closed = await processor.ProcessAsync(Play(2, 90, Inside), default);

        Assert.Equal(["yard"], entered.Rules);
        Assert.Single(entered.Fences.Single().Answer.Transitions);
        Assert.Single(closed.Windows.Single().Answer.Results);
        Assert.Equal(2, await host.Services.GetRequiredService<IEventStore>().GetVersionAsync(ProcessedEvents.StreamOf("machine"), default));
        Assert.InRange(observers.Thrown, 2, int.MaxValue);
        await host.StopAsync();
    }

    [Fact]
    public async Task An_observer_that_ends_with_its_sender_has_not_failed()
    {
        using var folder = new TemporaryFolder();
        var log = new ErrorLog();
        var observer = new WaitingObserver();
        using var host = await StartAsync(folder, services => services.AddSingleton<IGeniusObserver>(observer).AddSingleton<ILoggerProvider>(log));
        using var leaving = new CancellationTokenSource();
        var processing = host.Services.GetRequiredService<GeniusProcessor>().ProcessAsync(Play(1, 0, Inside), leaving.Token).AsTask();
        await observer.Begun.Task;
        await leaving.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => processing);
        Assert.Empty(log.Errors);
        await host.StopAsync();
    }

    [Fact]
    public void Genius_is_added_once()
    {
        var services = new ServiceCollection().AddGenius();

        var error = Assert.Throws<InvalidOperationException>(() => services.AddGenius(options => options with { Windows = [new WindowDefinition { Name = "w", Shape = new TumblingWindow(TimeSpan.FromMinutes(1)) }] }));

        Assert.Contains("AddGenius once", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Meter_and_activities_tell_what_happened()
    {
        using var folder = new TemporaryFolder();
        var outcomes = new Dictionary<string, long>();
        var gauges = new Dictionary<string, double>();
        using var listener = new MeterListener { InstrumentPublished = static (instrument, listener) => { if (instrument.Meter.Name == "Genie.Genius") listener.EnableMeasurementEvents(instrument); } };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) => Count(outcomes, gauges, instrument, value, tags));
        listener.SetMeasurementEventCallback<int>((instrument, value, tags, _) => Count(outcomes, gauges, instrument, value, tags));
        listener.Start();
        var activities = new List<string>();
        using var source = new ActivityListener
        {
            ShouldListenTo = static source => source.Name == "Genie.Genius",
            Sample = static (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
            ActivityStopped = activity => { lock (activities) activities.Add($"{activity.OperationName} {activity.GetTagItem("genius.key")}"); },
        };
        ActivitySource.AddActivityListener(source);
        using var host = await StartAsync(folder);
        var key = $"measured-{Guid.NewGuid():N}";
        var play = Play(1, 0, Inside) with { Key = key };
        var before = Read(outcomes);

        await RequestAsync(host, EventCodec.Encode(play));
        await RequestAsync(host, EventCodec.Encode(play));
        listener.RecordObservableInstruments();

        var after = Read(outcomes);
        Assert.True(after.Processed > before.Processed && after.Repeated > before.Repeated, $"{before} became {after}");
        Assert.Contains("genie.genius.rules", gauges.Keys);
        Assert.Equal(2, activities.Count(each => each == $"genius process {key}"));
        await host.StopAsync();
    }

    private static (long Processed, long Repeated) Read(Dictionary<string, long> outcomes)
    {
        lock (outcomes) return (outcomes.GetValueOrDefault("processed"), outcomes.GetValueOrDefault("repeated"));
    }

    private static void Count(Dictionary<string, long> outcomes, Dictionary<string, double> gauges, Instrument instrument, long value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        lock (outcomes)
        {
            if (instrument.IsObservable) gauges[instrument.Name] = value;
            else if (instrument.Name == "genie.genius.events") outcomes[(string)tags[0].Value!] = outcomes.GetValueOrDefault((string)tags[0].Value!) + value;
        }
    }

    private static GeniusEvent Play(ulong sequence, int seconds, GeoPoint place) =>
        new() { Key = "machine", RequestKey = new RequestKey(7, 1, sequence), Kind = "play", Time = Begin.AddSeconds(seconds), Place = place, Value = 2.5 };

    private static async Task<IHost> StartAsync(TemporaryFolder folder, Action<IServiceCollection>? more = null)
    {
        var builder = Host.CreateEmptyApplicationBuilder(null);
        var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder.Path, SegmentBytes = 1 << 20 }, default);
        builder.Services.AddSingleton<IEventStore>(_ => store);
        builder.Services.AddSingleton<IBroker>(_ => new InMemoryBroker(new InMemoryOptions()));
        builder.Services.AddSingleton<IReverseGeocoder>(new StripeGeocoder());
        builder.Services.AddGenius(options => options with
        {
            Channel = "plays",
            Windows = [new WindowDefinition { Name = "minutes", Shape = new TumblingWindow(TimeSpan.FromMinutes(1)) }],
            Geofences = [new GeofenceDefinition { Name = "yards" }],
        });
        more?.Invoke(builder.Services);
        var host = builder.Build();
        await host.StartAsync();
        return host;
    }

    private static async Task<byte[]> RequestAsync(IHost host, byte[] message)
    {
        await using var connection = await host.Services.GetRequiredService<IBroker>().ConnectAsync("plays", new ConnectionOptions(), default);
        using var reply = await connection.RequestAsync(message, default);
        return reply.Payload.ToArray();
    }

    private sealed class RecordingObserver : IGeniusObserver
    {
        public List<(string Key, bool IsRepeat)> Seen { get; } = [];

        public ValueTask OnProcessedAsync(GeniusEvent value, GeniusAnswer answer, CancellationToken cancellationToken)
        {
            Seen.Add((value.Key, answer.IsRepeat));
            return ValueTask.CompletedTask;
        }

        public int Derived { get; private set; }

        public void OnDerived(Output fact) => Derived++;
    }

    private sealed class FailingObserver : IGeniusObserver
    {
        public ValueTask OnProcessedAsync(GeniusEvent value, GeniusAnswer answer, CancellationToken cancellationToken) => throw new NotSupportedException("processed");

        public void OnDerived(Output fact) => throw new NotSupportedException("derived");
    }

    private sealed class WaitingObserver : IGeniusObserver
    {
        public TaskCompletionSource Begun { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public async ValueTask OnProcessedAsync(GeniusEvent value, GeniusAnswer answer, CancellationToken cancellationToken)
        {
            Begun.SetResult();
            await Task.Delay(Timeout.Infinite, cancellationToken);
        }
    }
}
