using Genie.Benchmarks.Reporting.Model;
using MathNet.Numerics.Statistics;

namespace Genie.Benchmarks.Load.Ladders;

/// <summary>Makes ladders of rows that were measured for them.</summary>
internal static class LadderBuilder
{
    /// <summary>A ladder for each system.</summary>
    /// <param name="rows">The rows of all steps, in any order.</param>
    /// <param name="floors">Latencies of the raw socket, one a repetition.</param>
    public static IReadOnlyList<LadderFigures> Build(IReadOnlyList<RunRow> rows, IReadOnlyList<LatencyFigures> floors) =>
        [.. rows.GroupBy(row => row.Broker).Select(system => Build(system.Key, [.. system], floors))];

    private static LadderFigures Build(string broker, IReadOnlyList<RunRow> rows, IReadOnlyList<LatencyFigures> floors)
    {
        List<LadderStepFigures> steps = [];
        if (floors.Count > 0) steps.Add(Figures(LadderStep.Floor, "", floors, null));
        foreach (var step in LadderStep.Of([.. rows.Select(row => row.Client).Distinct()]))
        {
            var measured = rows.Where(row => row.Valid && row.Requests > 0 && (row.Client, row.Stages, row.Encrypted) == (step.Client, step.Stages, step.Encrypt)).ToList();
            if (measured.Count > 0) steps.Add(Figures(step.Name, step.Client, [.. measured.Select(row => row.LatencyMicroseconds)], steps.Count > 0 ? steps[^1] : null));
        }

        return new LadderFigures { Broker = broker, Steps = steps };
    }

    private static LadderStepFigures Figures(string name, string client, IReadOnlyList<LatencyFigures> repetitions, LadderStepFigures? below)
    {
        var median = repetitions.Select(latency => latency.P50).Median();
        return new LadderStepFigures
        {
            Name = name,
            Client = client,
            Repetitions = repetitions.Count,
            MeanMicroseconds = repetitions.Select(latency => latency.Mean).Median(),
            P50Microseconds = median,
            P99Microseconds = repetitions.Select(latency => latency.P99).Median(),
            AddedMicroseconds = median - (below?.P50Microseconds ?? 0),
        };
    }
}
