using System.Diagnostics;
using Genie.Geocoding;
using Genie.Geocoding.PostGis;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>Callers that each look one point up after the other.</summary>
internal sealed class PostGisMicroRun(PostGisOptions options, int callers)
{
    /// <summary>Around the contiguous United States, in <see cref="UnitsOfADegree"/>: pgbench draws whole numbers.</summary>
    public const int West = -12_500_000, East = -6_650_000, South = 2_450_000, North = 4_950_000;

    /// <summary>The parts of a degree that points are drawn in.</summary>
    public const int UnitsOfADegree = 100_000;

    /// <summary>The look-up as a script for pgbench.</summary>
    public static string PgbenchScript { get; } = $"""
        \set x random({West}, {East})
        \set y random({South}, {North})
        {PostGisGeocoder.LookUpSql.Replace("$1", $":x::float8 / {UnitsOfADegree}", StringComparison.Ordinal).Replace("$2", $":y::float8 / {UnitsOfADegree}", StringComparison.Ordinal)};
        """;

    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(1);

    /// <summary>Measures after a second of warm-up.</summary>
    public async Task<PostGisMicroResult> MeasureAsync(TimeSpan time, CancellationToken cancellationToken)
    {
        await using var geocoder = PostGisGeocoder.Open(options);
        await RunAsync(geocoder, WarmUp, cancellationToken).ConfigureAwait(false);
        var before = geocoder.RoundTrips;
        var watch = Stopwatch.StartNew();
        var (lookUps, found) = await RunAsync(geocoder, time, cancellationToken).ConfigureAwait(false);
        return new PostGisMicroResult
        {
            Candidate = "genie",
            Connections = options.Connections,
            Callers = callers,
            PerSecond = Math.Round(lookUps / watch.Elapsed.TotalSeconds, 1),
            PerStatement = Math.Round((double)lookUps / (geocoder.RoundTrips - before), 2),
            Found = Math.Round((double)found / lookUps, 3),
        };
    }

    private async Task<(long LookUps, long Found)> RunAsync(PostGisGeocoder geocoder, TimeSpan time, CancellationToken cancellationToken)
    {
        var end = Stopwatch.GetTimestamp() + (long)(time.TotalSeconds * Stopwatch.Frequency);
        var counts = await Task.WhenAll(Enumerable.Range(0, callers).Select(caller => Task.Run(() => CallAsync(geocoder, caller, end, cancellationToken), cancellationToken))).ConfigureAwait(false);
        return (counts.Sum(count => count.LookUps), counts.Sum(count => count.Found));
    }

    private static async Task<(long LookUps, long Found)> CallAsync(PostGisGeocoder geocoder, int seed, long end, CancellationToken cancellationToken)
    {
        var random = new Random(seed);
        var (lookUps, found) = (0L, 0L);
        while (Stopwatch.GetTimestamp() < end)
        {
            var point = new GeoPoint(random.Next(South, North + 1) / (double)UnitsOfADegree, random.Next(West, East + 1) / (double)UnitsOfADegree);
            var answer = await geocoder.LookUpAsync(point, cancellationToken).ConfigureAwait(false);
            lookUps++;
            if (answer.Status == LookupStatus.Found) found++;
        }

        return (lookUps, found);
    }
}
