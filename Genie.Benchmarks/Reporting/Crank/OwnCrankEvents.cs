#if !CLIENT_CRANK
using System.Diagnostics.Tracing;

namespace Genie.Benchmarks.Reporting.Crank;

/// <summary>The event source <c>Benchmarks</c>, of the same shape as Crank's package, where the feed lacks that.</summary>
/// <remarks>Source: dotnet/crank, src/Microsoft.Crank.EventSources: events 2 (a number) and 5 (what it means).</remarks>
[EventSource(Name = "Benchmarks")]
internal sealed class CrankEvents : EventSource
{
    private const int MeasureId = 2;
    private const int MetadataId = 5;
    private static readonly CrankEvents Log = new();

    /// <summary>Says what a measurement means, once.</summary>
    public static void Register(CrankMeasure measure) => Log.Metadata(
        measure.Name, CrankOutput.Aggregate.ToString(), measure.Reduce.ToString(), measure.Description, measure.Description, measure.Format);

    /// <summary>Records one.</summary>
    public static void Measure(string name, double value) => Log.MeasureDouble(name, value);

    /// <summary>The event of a number.</summary>
    [Event(MeasureId, Level = EventLevel.Informational)]
    public void MeasureDouble(string name, double value) => WriteEvent(MeasureId, name, value);

    /// <summary>The event of what it means.</summary>
    [Event(MetadataId, Level = EventLevel.Informational)]
    public void Metadata(string name, string aggregate, string reduce, string shortDescription, string longDescription, string format) =>
        WriteEvent(MetadataId, name, aggregate, reduce, shortDescription, longDescription, format);
}
#endif
