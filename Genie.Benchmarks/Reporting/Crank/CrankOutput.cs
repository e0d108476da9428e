using System.Text.Json;

namespace Genie.Benchmarks.Reporting.Crank;

/// <summary>Hands measurements to Crank's agent both ways that it collects them: by events of the source <c>Benchmarks</c>, and by
/// lines on standard output, which also work where no tracing session reaches the process.</summary>
/// <remarks>Source: dotnet/crank, docs/measurements.md.</remarks>
internal static class CrankOutput
{
    private const string Begin = "#StartJobStatistics";
    private const string End = "#EndJobStatistics";

    /// <summary>Emits measurements.</summary>
    /// <param name="measures">The measurements.</param>
    /// <param name="output">Where the lines go.</param>
    /// <param name="now">When they were taken.</param>
    public static void Write(IEnumerable<CrankMeasure> measures, TextWriter output, DateTimeOffset now)
    {
        var all = measures.ToList();
        foreach (var measure in all.DistinctBy(measure => measure.Name)) CrankEvents.Register(measure);
        foreach (var measure in all) CrankEvents.Measure(measure.Name, measure.Value);
        var statistics = new JobStatistics(
            [.. all.DistinctBy(measure => measure.Name).Select(measure => new JobMetadata(CrankMeasures.Source, measure.Name, measure.Operation, measure.Operation, measure.Format, measure.Description, measure.Description))],
            [.. all.Select(measure => new JobMeasurement(measure.Name, now.UtcDateTime, measure.Value))]);
        output.WriteLine(Begin);
        output.WriteLine(JsonSerializer.Serialize(statistics, CrankJsonContext.Default.JobStatistics));
        output.WriteLine(End);
        output.Flush();
    }
}
