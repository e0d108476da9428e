using System.Text.Json.Serialization;
using Genie.Brokers;
using Genie.Workload;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>Source-generated reading and writing of the results: no reflection, so a cold start pays nothing for it.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    WriteIndented = true,
    Converters = [typeof(NamedEnumConverter<RunMode>), typeof(NamedEnumConverter<Confirmation>), typeof(NamedEnumConverter<Stages>)])]
[JsonSerializable(typeof(BenchResults))]
[JsonSerializable(typeof(RunRow))]
public sealed partial class ResultsJsonContext : JsonSerializerContext;
