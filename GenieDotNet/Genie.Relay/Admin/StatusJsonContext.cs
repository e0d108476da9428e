using System.Text.Json.Serialization;

namespace Genie.Relay.Admin;

/// <summary>JSON of the status page.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(RelayStatus))]
internal sealed partial class StatusJsonContext : JsonSerializerContext;
