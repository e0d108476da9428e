using System.Diagnostics;
using Genie.Benchmarks.Load.Soak;
using Genie.Benchmarks.Load.Workers;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Load;

/// <summary>Watches a phase: a bounded number of points for the time line, more often how far it is, and now and then all it has shown.</summary>
/// <param name="recorder">What is watched.</param>
/// <param name="errors">What is watched.</param>
/// <param name="worker">Asked what it holds, in a long phase.</param>
/// <param name="watch">How.</param>
internal sealed class TimeLineSampler(LatencyRecorder recorder, ErrorNotes errors, IWorker worker, PhaseWatch watch)
{
    private const int ReportsPerSecond = 4;
    private readonly List<TimeLinePoint> _points = [];
    private readonly LatencyHistogram _interval = new();
    private readonly int _secondsPerPoint = SoakRules.SecondsPerPoint(watch.Duration);
    private readonly ProcessUsage _usageBefore = ProcessUsage.Now();
    private LatencyHistogram _now = new();
    private LatencyHistogram _lastPoint = recorder.Snapshot();
    private TimeSpan _nextCheckpoint = watch.CheckpointInterval;
    private long _lastErrors;

    /// <summary>One point for each full second, or each few seconds of a long phase.</summary>
    public IReadOnlyList<TimeLinePoint> Points => _points;

    /// <summary>Samples until cancelled.</summary>
    public async Task RunAsync(CancellationToken stop)
    {
        using var timer = new PeriodicTimer(TimeSpan.FromSeconds(1.0 / ReportsPerSecond));
        var begin = Stopwatch.GetTimestamp();
        var (lastCount, lastElapsed) = (_lastPoint.Count, 0.0);
        try
        {
            for (var tick = 1; await timer.WaitForNextTickAsync(stop).ConfigureAwait(false); tick++)
            {
                recorder.SnapshotInto(_now);
                var elapsed = Stopwatch.GetElapsedTime(begin);
                watch.Report(new LoadEvent { Phase = watch.Name, ElapsedSeconds = elapsed.TotalSeconds, PerSecond = (_now.Count - lastCount) / (elapsed.TotalSeconds - lastElapsed) });
                (lastCount, lastElapsed) = (_now.Count, elapsed.TotalSeconds);
                Checkpoint(elapsed);
                if (tick % (ReportsPerSecond * _secondsPerPoint) == 0) await AddPointAsync().ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException)
        {
            // The phase has ended.
        }
    }

    private void Checkpoint(TimeSpan elapsed)
    {
        if (watch.Checkpoint is null || elapsed < _nextCheckpoint) return;
        _nextCheckpoint = elapsed + watch.CheckpointInterval;
        watch.Checkpoint(new PhaseProgress(_now, _points, elapsed, errors.Count, ProcessUsage.Now().Since(_usageBefore)));
    }

    private async ValueTask AddPointAsync()
    {
        _interval.Clear();
        _interval.Add(_now);
        _interval.Subtract(_lastPoint);
        var errorsNow = errors.Count;
        var point = new TimeLinePoint(
            _points.Count * _secondsPerPoint, _interval.Count, _interval.ValueAtPercentile(50) / 1e3, _interval.ValueAtPercentile(99) / 1e3, errorsNow - _lastErrors)
        { Seconds = _secondsPerPoint };
        (_now, _lastPoint, _lastErrors) = (_lastPoint, _now, errorsNow);
        _points.Add(SoakRules.WatchesResources(watch.Duration) ? point with { Client = ResourceSample.Now(), Worker = await AskWorkerAsync().ConfigureAwait(false) } : point);
    }

    private async ValueTask<ResourcePoint?> AskWorkerAsync()
    {
        try
        {
            // Never abandoned half-way: the answer would be taken for the next question's.
            return await worker.ResourcesAsync(CancellationToken.None).ConfigureAwait(false);
        }
        catch (BrokerException)
        {
            // A worker that died is reported where its death is awaited.
            return null;
        }
    }
}
