using System.Text.Json.Serialization;

namespace Genie.EventStore.Projections;

/// <summary>The content of the event that makes a version the active one.</summary>
internal sealed record ActivatedVersion(int Version);

/// <summary>Its JSON.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ActivatedVersion))]
internal sealed partial class ProjectionJson : JsonSerializerContext;
