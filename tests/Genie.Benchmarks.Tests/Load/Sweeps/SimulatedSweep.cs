using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Load.Sweeps;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Sweeps;
using Genie.Benchmarks.Tests.Reporting;

namespace Genie.Benchmarks.Tests.Load.Sweeps;

/// <summary>Sweeps over simulated systems.</summary>
internal static class SimulatedSweep
{
    public const string Condition = "p99 < 10ms";

    /// <summary>Runs a sweep to its end.</summary>
    /// <param name="passes">Repetitions.</param>
    /// <param name="systems">What is measured.</param>
    /// <param name="measure">The row of a job of a system; null for <see cref="SimulatedSystem.Measure"/>.</param>
    /// <returns>The rows, round by round.</returns>
    public static IReadOnlyList<IReadOnlyList<RunRow?>> Run(int passes, IReadOnlyList<SimulatedSystem> systems, Func<SimulatedSystem, LoadJob, RunRow?>? measure = null)
    {
        var schedule = new SweepSchedule([.. systems.Select(system => system.Template)], passes, LimitCondition.Parse(Condition));
        List<IReadOnlyList<RunRow?>> rounds = [];
        while (schedule.BeginRound() is { Count: > 0 } jobs)
        {
            List<RunRow?> rows = [];
            foreach (var job in jobs)
            {
                var system = systems.Single(each => each.Name == job.Broker.Broker);
                rows.Add(measure is null ? system.Measure(job) : measure(system, job));
                schedule.Note(rows[^1]);
            }

            rounds.Add(rows);
            Assert.InRange(rounds.Count, 1, 1_000);
        }

        return rounds;
    }

    /// <summary>The results of a sweep whose figures vary by some per cent from pass to pass, from a seed.</summary>
    /// <param name="control">What the control read in a round, in microseconds.</param>
    /// <param name="systems">What is measured.</param>
    public static BenchResults Results(Func<int, double> control, params IReadOnlyList<SimulatedSystem> systems)
    {
        var random = new Random(1);
        var rounds = Run(5, systems, (system, job) => system.Measure(job, 0.97 + (0.06 * random.NextDouble())));
        ControlReading[] readings = [.. rounds.Select((_, i) => new ControlReading(i + 1, control(i + 1), control(i + 1) / 3))];
        var moves = ControlRules.FindMoves(readings);
        return SampleResults.Create() with
        {
            Sweep = new SweepFigures { Condition = Condition, Control = readings, ControlMoves = moves.Count > 0 ? moves : null },
            Runs = ControlRules.Mark([.. rounds.SelectMany(rows => rows).OfType<RunRow>()], moves),
        };
    }
}
