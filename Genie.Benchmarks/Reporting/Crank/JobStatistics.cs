using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Crank;

/// <summary>The content of the lines.</summary>
internal sealed record JobStatistics(IReadOnlyList<JobMetadata> Metadata, IReadOnlyList<JobMeasurement> Measurements);

/// <summary>What a measurement means.</summary>
internal sealed record JobMetadata(string Source, string Name, CrankOperation Aggregate, CrankOperation Reduce, string Format, string LongDescription, string ShortDescription);

/// <summary>A measurement.</summary>
internal sealed record JobMeasurement(string Name, DateTime Timestamp, double Value);

/// <summary>Source-generated writing of the lines.</summary>
[JsonSerializable(typeof(JobStatistics))]
internal sealed partial class CrankJsonContext : JsonSerializerContext;
