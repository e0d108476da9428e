using System.Text.Json.Serialization;
using Genie.Benchmarks.Load.Crews;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Workload;

namespace Genie.Benchmarks.Load.Control;

/// <summary>Source-generated JSON of what bench, client and worker tell each other.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    Converters = [typeof(NamedEnumConverter<RunMode>), typeof(NamedEnumConverter<Confirmation>), typeof(NamedEnumConverter<Stages>), typeof(NamedEnumConverter<WorkerVerb>)])]
[JsonSerializable(typeof(WorkerRequest))]
[JsonSerializable(typeof(WorkerReply))]
[JsonSerializable(typeof(LoadJob))]
[JsonSerializable(typeof(LoadEvent))]
[JsonSerializable(typeof(SeatOrder))]
[JsonSerializable(typeof(SeatReport))]
internal sealed partial class ControlJsonContext : JsonSerializerContext;
