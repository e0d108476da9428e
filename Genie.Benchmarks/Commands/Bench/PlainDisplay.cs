using Genie.Benchmarks.Load;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>A line a row, for logs and pipes.</summary>
/// <param name="output">Where to.</param>
/// <param name="jobs">All that will be measured.</param>
internal sealed class PlainDisplay(TextWriter output, IReadOnlyList<LoadJob> jobs) : BenchDisplay
{
    private readonly TimeLeft _timeLeft = new(jobs, TimeProvider.System);
    private readonly bool _withEffects = jobs.Any(job => job.VerifyEffects);
    private readonly int _count = jobs.Count(job => job.IsShown);
    private bool _hasBegun;
    private int _ended;

    /// <inheritdoc/>
    public override void Say(string line) => output.WriteLine(line);

    /// <inheritdoc/>
    public override void Begin(LoadJob job)
    {
        if (!_hasBegun) output.WriteLine($"{_count} rows, about {TimeLeft.Format(_timeLeft.Estimate())}");
        _hasBegun = true;
        _timeLeft.Begin();
    }

    /// <inheritdoc/>
    public override void Progress(LoadEvent progress)
    {
        // A log wants results, not movement.
    }

    /// <inheritdoc/>
    public override void End(LoadJob job, RunRow? row)
    {
        _timeLeft.End();
        if (job.IsShown) _ended++;
        if (row is null) return;
        var cells = RowCells.Of(row, _withEffects);
        output.WriteLine($"[{_ended}/{_count}, {TimeLeft.Format(_timeLeft.Estimate())} left] {string.Join(" | ", cells)}");
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
