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
    private int _number;

    /// <inheritdoc/>
    public override void Say(string line) => output.WriteLine(line);

    /// <inheritdoc/>
    public override void Begin(LoadJob job)
    {
        if (_number++ == 0) output.WriteLine($"{jobs.Count} rows, about {TimeLeft.Format(_timeLeft.Estimate())}");
        _timeLeft.Begin();
    }

    /// <inheritdoc/>
    public override void Progress(LoadEvent progress)
    {
        // A log wants results, not movement.
    }

    /// <inheritdoc/>
    public override void End(RunRow row)
    {
        _timeLeft.End();
        var cells = RowCells.Of(row, _withEffects);
        output.WriteLine($"[{_number}/{jobs.Count}, {TimeLeft.Format(_timeLeft.Estimate())} left] {string.Join(" | ", cells)}");
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
