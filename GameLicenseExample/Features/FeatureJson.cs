using System.Text.Json.Serialization;
using GameLicenseExample.Features.Wallet;

namespace GameLicenseExample.Features;

/// <summary>How features' events are written.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, UseStringEnumConverter = true, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(Posted))]
internal sealed partial class FeatureJson : JsonSerializerContext;
