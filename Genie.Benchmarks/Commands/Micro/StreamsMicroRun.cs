using System.Diagnostics;
using Genie.Benchmarks.Measurement;
using Genie.EventStore;
using Genie.EventStore.Embedded;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Rules;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Windows;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>Events of many machines, one every few seconds of each machine's time, processed as a host does it: kept, matched, aggregated by the minute, held against fences.</summary>
internal sealed class StreamsMicroRun(int rules, int streams, int inFlight, int seed)
{
    // A machine comes back to its places; in between they are spread as the sample's.
    private const int PlacesPerStream = 4;
    private static readonly TimeSpan Step = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(1);
    private static readonly DateTimeOffset Begin = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly RulesMicroSample _sample = RulesMicroSample.Make(rules, streams * PlacesPerStream, seed);
    private readonly long[] _sequences = new long[streams];
    private long _next;
    private long _windows;
    private long _transitions;

    /// <summary>Measures.</summary>
    public async Task<StreamsMicroResult> MeasureAsync(string parent, TimeSpan time, CancellationToken cancellationToken)
    {
        var folder = Directory.CreateDirectory(Path.Combine(parent, $"genie-streams-{Guid.NewGuid():N}")).FullName;
        try
        {
            await using var store = await EmbeddedEventStore.OpenAsync(new EmbeddedStoreOptions { Folder = folder }, cancellationToken).ConfigureAwait(false);
            var engine = new RuleEngine(_sample.Geocoder);
            engine.Apply([.. _sample.Rules.Select(RuleChange.Put)]);
            await using var processor = new GeniusProcessor(store, engine, Options(), []);
            await RunAsync(processor, WarmUp, cancellationToken).ConfigureAwait(false);
            (_windows, _transitions) = (0, 0);
            var before = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
            var (latency, seconds) = await RunAsync(processor, time, cancellationToken).ConfigureAwait(false);
            var appended = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false) - before;
            return new StreamsMicroResult
            {
                Rules = rules,
                Streams = streams,
                InFlight = inFlight,
                EventsPerSecond = Math.Round(latency.Count / seconds),
                Events = latency.Count,
                P50Microseconds = Math.Round(latency.ValueAtPercentile(50) / 1e3),
                P99Microseconds = Math.Round(latency.ValueAtPercentile(99) / 1e3),
                Windows = _windows,
                Transitions = _transitions,
                AppendsPerEvent = Math.Round((double)appended / Math.Max(latency.Count, 1), 1),
            };
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static GeniusOptions Options() => new()
    {
        Windows = [new WindowDefinition { Name = "minutes", Shape = new TumblingWindow(TimeSpan.FromMinutes(1)) }],
        Geofences = [new GeofenceDefinition { Name = "fences", DwellAfter = TimeSpan.FromMinutes(1) }],
    };

    private async Task<(LatencyHistogram Latency, double Seconds)> RunAsync(GeniusProcessor processor, TimeSpan time, CancellationToken cancellationToken)
    {
        var watch = Stopwatch.StartNew();
        var all = new LatencyHistogram();
        var senders = Enumerable.Range(0, inFlight).Select(_ => Task.Run(
            async () =>
            {
                var mine = new LatencyHistogram();
                while (watch.Elapsed < time)
                {
                    var began = Stopwatch.GetTimestamp();
                    var answer = await processor.ProcessAsync(NextEvent(), cancellationToken).ConfigureAwait(false);
                    mine.Record(LatencyRecorder.ToNanoseconds(Stopwatch.GetTimestamp() - began));
                    Interlocked.Add(ref _windows, answer.Windows.Sum(each => each.Answer.Results.Count));
                    Interlocked.Add(ref _transitions, answer.Fences.Sum(each => each.Answer.Transitions.Count));
                }

                lock (all) all.Add(mine);
            },
            cancellationToken)).ToList();
        await Task.WhenAll(senders).ConfigureAwait(false);
        return (all, watch.Elapsed.TotalSeconds);
    }

    private GeniusEvent NextEvent()
    {
        var stream = (int)(Interlocked.Increment(ref _next) % streams);
        var sequence = Interlocked.Increment(ref _sequences[stream]);
        return _sample.Events[(stream * PlacesPerStream) + (int)(sequence / 10 % PlacesPerStream)] with
        {
            Key = $"machine-{stream}",
            RequestKey = new RequestKey(1, (uint)stream, (ulong)sequence),
            Time = Begin + (sequence * Step),
            Value = sequence,
        };
    }
}
