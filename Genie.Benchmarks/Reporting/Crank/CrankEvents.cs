#if CLIENT_CRANK
using Microsoft.Crank.EventSources;

namespace Genie.Benchmarks.Reporting.Crank;

/// <summary>The event source <c>Benchmarks</c>, by Crank's own package.</summary>
internal static class CrankEvents
{
    /// <summary>Says what a measurement means, once.</summary>
    public static void Register(CrankMeasure measure) =>
        BenchmarksEventSource.Register(measure.Name, Operation(CrankOutput.Aggregate), Operation(measure.Reduce), measure.Description, measure.Description, measure.Format);

    /// <summary>Records one.</summary>
    public static void Measure(string name, double value) => BenchmarksEventSource.Measure(name, value);

    private static Operations Operation(CrankOperation operation) => Enum.Parse<Operations>(operation.ToString());
}
#endif
