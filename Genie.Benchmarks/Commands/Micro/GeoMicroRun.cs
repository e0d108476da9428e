using System.Diagnostics;
using Genie.Benchmarks.Measurement;
using Genie.Geocoding;
using Genie.Geocoding.Sampling;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>Measures one way of looking points up: all points once to compare the answers, then in a loop, then one by one.</summary>
internal sealed class GeoMicroRun(string area, string candidate, GeoPoint[] points, double seconds)
{
    /// <summary>Points looked up between two looks at the clock.</summary>
    public const int ChunkPoints = 1024;

    private const int TimedSingly = 100_000;

    // Written to every place of the answers, so that their memory is there before it is counted.
    private static readonly Area Unknown = new("", "", "", "");

    private static readonly TimeSpan WarmUp = TimeSpan.FromMilliseconds(500);

    /// <summary>Opens the index by <paramref name="open"/> and measures it.</summary>
    public GeoMicroResult Measure<TLookup>(Func<TLookup> open)
        where TLookup : struct, IGeoLookup
    {
        var answers = new Area?[points.Length];
        Array.Fill(answers, Unknown);
        var (before, ownBefore) = (Environment.WorkingSet, ProcessStatus.PrivateBytes());
        var watch = Stopwatch.StartNew();
        var lookup = open();
        var loadMilliseconds = watch.Elapsed.TotalMilliseconds;
        var after = Environment.WorkingSet;
        for (var i = 0; i < points.Length; i += ChunkPoints) lookup.LookUp(Chunk(i), answers.AsSpan(i));
        var ownAfter = ProcessStatus.PrivateBytes();
        Loop(lookup, WarmUp);
        var perSecond = Loop(lookup, TimeSpan.FromSeconds(seconds));
        var single = TimeSingly(lookup);
        return new GeoMicroResult
        {
            Candidate = candidate,
            Area = area,
            PerSecond = (long)perSecond,
            Median = Quantile(single, 0.5),
            Percentile99 = Quantile(single, 0.99),
            Timer = TimerCost(),
            IndexKilobytes = (after - before) / 1024,
            PrivateKilobytes = (ownAfter - ownBefore) / 1024,
            LoadMilliseconds = Math.Round(loadMilliseconds, 2),
            Points = points.Length,
            Hits = answers.Count(answer => answer is not null),
            AnswersHash = SamplePoints.HashOf(answers.Select(answer => answer?.Code)),
            PointsHash = SamplePoints.HashOf(points),
        };
    }

    private ReadOnlySpan<GeoPoint> Chunk(int from) => points.AsSpan(from, Math.Min(ChunkPoints, points.Length - from));

    private double Loop<TLookup>(TLookup lookup, TimeSpan duration)
        where TLookup : struct, IGeoLookup
    {
        var answers = new Area?[ChunkPoints];
        var watch = Stopwatch.StartNew();
        long done = 0;
        for (var from = 0; watch.Elapsed < duration; from = from + ChunkPoints < points.Length ? from + ChunkPoints : 0)
        {
            var chunk = Chunk(from);
            lookup.LookUp(chunk, answers);
            done += chunk.Length;
        }

        return done / watch.Elapsed.TotalSeconds;
    }

    private long[] TimeSingly<TLookup>(TLookup lookup)
        where TLookup : struct, IGeoLookup
    {
        var step = (points.Length + TimedSingly - 1) / TimedSingly;
        var times = new List<long>(TimedSingly);
        var answer = new Area?[1];
        for (var i = 0; i < points.Length; i += step)
        {
            var start = Stopwatch.GetTimestamp();
            lookup.LookUp(points.AsSpan(i, 1), answer);
            times.Add(Stopwatch.GetTimestamp() - start);
        }

        return Nanoseconds(times);
    }

    private static long TimerCost()
    {
        var times = new List<long>(TimedSingly);
        for (var i = 0; i < TimedSingly; i++) times.Add(-(Stopwatch.GetTimestamp() - Stopwatch.GetTimestamp()));
        return Quantile(Nanoseconds(times), 0.5);
    }

    private static long[] Nanoseconds(List<long> ticks) => [.. ticks.Select(t => (long)(t * (1e9 / Stopwatch.Frequency))).Order()];

    private static long Quantile(long[] sorted, double share) => sorted[Math.Min((int)(sorted.Length * share), sorted.Length - 1)];
}
