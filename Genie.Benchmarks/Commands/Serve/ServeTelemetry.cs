using System.Diagnostics.Metrics;

namespace Genie.Benchmarks.Commands.Serve;

/// <summary>The front's own figures.</summary>
internal sealed class ServeTelemetry : IDisposable
{
    private readonly Meter _meter = new("Genie.Serve");
    private readonly Counter<long> _requests;
    private readonly Histogram<double> _duration;

    /// <summary>Figures of some paths.</summary>
    public ServeTelemetry(IReadOnlyList<ServedPath> paths)
    {
        _requests = _meter.CreateCounter<long>("genie.http.requests", "{request}", "Requests answered, by path and status.");
        _duration = _meter.CreateHistogram(
            "genie.http.request.duration", "s", "Time from request to answer, waiting included.", tags: null,
            new InstrumentAdvice<double> { HistogramBucketBoundaries = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10] });
        _meter.CreateObservableUpDownCounter("genie.http.queue.length", () => paths.Select(path => Measure(path, path.Admission.Waiting)), "{request}", "Requests that wait for their turn.");
        _meter.CreateObservableUpDownCounter("genie.http.in_flight", () => paths.Select(path => Measure(path, path.Admission.InFlight)), "{request}", "Requests under way.");
    }

    /// <summary>Counts an answer.</summary>
    public void Count(ServedPath path, int status, TimeSpan elapsed)
    {
        path.Figures.Count(status < 300, elapsed);
        _requests.Add(1, new("broker", path.Broker), new("mode", path.Mode), new("status", StatusText(status)));
        _duration.Record(elapsed.TotalSeconds, new("broker", path.Broker), new KeyValuePair<string, object?>("mode", path.Mode));
    }

    /// <inheritdoc/>
    public void Dispose() => _meter.Dispose();

    private static Measurement<int> Measure(ServedPath path, int value) => new(value, new("broker", path.Broker), new("mode", path.Mode));

    private static string StatusText(int status) => status switch { 200 => "200", 202 => "202", _ => status.ToString(System.Globalization.CultureInfo.InvariantCulture) };
}
