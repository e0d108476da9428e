using System.Diagnostics;
using System.Text.Json;

namespace Genie.Benchmarks.Reporting.Crank;

/// <summary>Hands measurements to Crank's agent both ways that it collects them: by events of the source <c>Benchmarks</c>, and by
/// lines on standard output, which also work where no tracing session reaches the process. Where both work each value comes twice, so a
/// job's values are put together by their maximum. Events need Crank's package; a build without it has the lines alone.</summary>
/// <remarks>Source: dotnet/crank, docs/measurements.md.</remarks>
internal static class CrankOutput
{
    private const string Begin = "#StartJobStatistics";
    private const string End = "#EndJobStatistics";

    /// <summary>How Crank puts the values of one job together.</summary>
    public const CrankOperation Aggregate = CrankOperation.Max;

    /// <summary>True if this build emits events.</summary>
#if CLIENT_CRANK
    public static bool HasEvents => true;
#else
    public static bool HasEvents => false;
#endif

    /// <summary>Emits measurements.</summary>
    /// <param name="measures">The measurements, one of each name.</param>
    /// <param name="output">Where the lines go.</param>
    /// <param name="now">When they were taken.</param>
    public static void Write(IReadOnlyList<CrankMeasure> measures, TextWriter output, DateTimeOffset now)
    {
        foreach (var measure in measures)
        {
            EmitEvents(measure);
        }

        var statistics = new JobStatistics(
            [.. measures.Select(measure => new JobMetadata(CrankMeasures.Source, measure.Name, Aggregate, measure.Reduce, measure.Format, measure.Description, measure.Description))],
            [.. measures.Select(measure => new JobMeasurement(measure.Name, now.UtcDateTime, measure.Value))]);
        output.WriteLine(Begin);
        output.WriteLine(JsonSerializer.Serialize(statistics, CrankJsonContext.Default.JobStatistics));
        output.WriteLine(End);
        output.Flush();
    }

    [Conditional("CLIENT_CRANK")]
    private static void EmitEvents(CrankMeasure measure)
    {
#if CLIENT_CRANK
        CrankEvents.Register(measure);
        CrankEvents.Measure(measure.Name, measure.Value);
#endif
    }
}
