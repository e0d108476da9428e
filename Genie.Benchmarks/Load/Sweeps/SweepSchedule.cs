using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Load.Sweeps;

/// <summary>
/// Which job of a sweep is next. Systems are measured in rounds, each once in a round, at its own next rate, and who is first alternates; a pass is over when every system has been
/// measured at all its rates, and there are as many passes as repetitions. What the machine does meanwhile so harms all alike.
/// </summary>
internal sealed class SweepSchedule
{
    private readonly IReadOnlyList<SweepTrack> _tracks;
    private readonly int _passes;
    private readonly List<LoadJob> _jobs = [];
    private readonly Queue<(SweepTrack Track, LoadJob Job)> _due = [];
    private int _pass = 1;
    private int _measured;

    /// <summary>A sweep before its first round.</summary>
    /// <param name="templates">What is measured, one for each system and load: see <see cref="SweepTrack"/>.</param>
    /// <param name="passes">Repetitions.</param>
    /// <param name="condition">What latencies are to hold.</param>
    public SweepSchedule(IReadOnlyList<LoadJob> templates, int passes, LimitCondition condition)
    {
        (_tracks, _passes) = ([.. templates.Select(template => new SweepTrack(template, condition))], passes);
        Forecast();
    }

    /// <summary>The jobs that were measured, in order, and about those that will be: it changes with every row.</summary>
    public IReadOnlyList<LoadJob> Jobs => _jobs;

    /// <summary>The round that has begun, from 1.</summary>
    public int Round { get; private set; }

    /// <summary>The jobs of the next round; none when the sweep has ended.</summary>
    public IReadOnlyList<LoadJob> BeginRound()
    {
        while (_pass <= _passes && _tracks.All(track => track.Next(_pass) is null))
        {
            _pass++;
            foreach (var track in _tracks) track.BeginPass();
        }

        _due.Clear();
        if (_pass > _passes) return [];
        var first = Round++ % _tracks.Count;
        foreach (var track in _tracks.Skip(first).Concat(_tracks.Take(first)))
        {
            if (track.Next(_pass) is { } job) _due.Enqueue((track, job with { Round = Round }));
        }

        return [.. _due.Select(due => due.Job)];
    }

    /// <summary>Takes the row of the round's next job; null if it was ended early.</summary>
    public void Note(RunRow? row)
    {
        var (track, job) = _due.Dequeue();
        track.Note(_pass, row);
        _jobs[_measured++] = job;
        Forecast();
    }

    private void Forecast()
    {
        _jobs.RemoveRange(_measured, _jobs.Count - _measured);
        for (var pass = _pass; pass <= _passes; pass++)
        {
            foreach (var track in _tracks) _jobs.AddRange(Enumerable.Repeat(track.Sample(pass), pass == _pass ? track.Left(pass) : track.Expected));
        }
    }
}
