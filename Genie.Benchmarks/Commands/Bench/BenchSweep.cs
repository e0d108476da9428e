using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Load.Sweeps;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Sweeps;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>A sweep being measured: what is next, and what its control read by now.</summary>
/// <param name="schedule">What is next.</param>
/// <param name="condition">What latencies are to hold.</param>
internal sealed class BenchSweep(SweepSchedule schedule, LimitCondition condition)
{
    private readonly List<ControlReading> _control = [];

    /// <summary>See <see cref="SweepSchedule.Jobs"/>.</summary>
    public IReadOnlyList<LoadJob> Jobs => schedule.Jobs;

    /// <summary>Measures round after round, the control ahead of each.</summary>
    public async Task RunAsync(BenchSession session, BenchDisplay display, CancellationToken cancellationToken)
    {
        await using var references = new ControlReferences(session.Request);
        while (!cancellationToken.IsCancellationRequested && schedule.BeginRound() is { Count: > 0 } round)
        {
            _control.Add(await references.MeasureAsync(schedule.Round, display, cancellationToken).ConfigureAwait(false));
            foreach (var job in round)
            {
                if (cancellationToken.IsCancellationRequested) break;
                await session.MeasureAsync(job, display, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Takes the row of the round's next job; null if it was ended early.</summary>
    public void Note(RunRow? row) => schedule.Note(row);

    /// <summary>The results, with what the control says of them.</summary>
    public BenchResults Judge(BenchResults results)
    {
        var moves = ControlRules.FindMoves(_control);
        return results with
        {
            Sweep = new SweepFigures { Condition = condition.ToString(), Control = [.. _control], ControlMoves = moves.Count > 0 ? moves : null },
            Remarks = [.. results.Remarks, .. ControlRules.Remarks(moves)],
            Runs = ControlRules.Mark(results.Runs, moves),
        };
    }
}
