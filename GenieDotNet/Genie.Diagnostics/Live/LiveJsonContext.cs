using System.Text.Json.Serialization;

namespace Genie.Diagnostics.Live;

/// <summary>What the page reads.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(LiveEvent))]
[JsonSerializable(typeof(LiveDecision))]
[JsonSerializable(typeof(LiveRegion))]
[JsonSerializable(typeof(LiveRow))]
internal sealed partial class LiveJsonContext : JsonSerializerContext;
