using System.Diagnostics;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load;

/// <summary>Watches a phase: one point a second for the time line, and more often how far it is.</summary>
/// <param name="recorder">What is watched.</param>
/// <param name="errors">What is watched.</param>
/// <param name="report">Told how far it is.</param>
internal sealed class TimeLineSampler(LatencyRecorder recorder, ErrorNotes errors, Action<LoadEvent> report)
{
    private const int ReportsPerSecond = 4;
    private readonly List<TimeLinePoint> _points = [];
    private readonly LatencyHistogram _interval = new();
    private LatencyHistogram _now = new();
    private LatencyHistogram _lastPoint = recorder.Snapshot();
    private long _lastErrors;

    /// <summary>One point for each full second.</summary>
    public IReadOnlyList<TimeLinePoint> Points => _points;

    /// <summary>Samples until cancelled.</summary>
    public async Task RunAsync(string phase, CancellationToken stop)
    {
        using var timer = new PeriodicTimer(TimeSpan.FromSeconds(1.0 / ReportsPerSecond));
        var begin = Stopwatch.GetTimestamp();
        var (lastCount, lastElapsed) = (_lastPoint.Count, 0.0);
        try
        {
            for (var tick = 1; await timer.WaitForNextTickAsync(stop).ConfigureAwait(false); tick++)
            {
                recorder.SnapshotInto(_now);
                var elapsed = Stopwatch.GetElapsedTime(begin).TotalSeconds;
                report(new LoadEvent { Phase = phase, ElapsedSeconds = elapsed, PerSecond = (_now.Count - lastCount) / (elapsed - lastElapsed) });
                (lastCount, lastElapsed) = (_now.Count, elapsed);
                if (tick % ReportsPerSecond == 0) AddPoint();
            }
        }
        catch (OperationCanceledException)
        {
            // The phase has ended.
        }
    }

    private void AddPoint()
    {
        _interval.Clear();
        _interval.Add(_now);
        _interval.Subtract(_lastPoint);
        var errorsNow = errors.Count;
        _points.Add(new TimeLinePoint(
            _points.Count, _interval.Count, _interval.ValueAtPercentile(50) / 1e3, _interval.ValueAtPercentile(99) / 1e3, errorsNow - _lastErrors));
        (_now, _lastPoint, _lastErrors) = (_lastPoint, _now, errorsNow);
    }
}
