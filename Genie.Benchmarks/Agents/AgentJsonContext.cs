using System.Text.Json.Serialization;
using Genie.Benchmarks.Agents.Identity;
using Genie.Benchmarks.Agents.Links;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Agents;

/// <summary>Source-generated JSON of what agents and controllers tell each other and keep.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault,
    Converters = [typeof(NamedEnumConverter<AgentVerb>), typeof(NamedEnumConverter<AgentRole>)])]
[JsonSerializable(typeof(Peer[]))]
[JsonSerializable(typeof(AgentRequest))]
[JsonSerializable(typeof(AgentReply))]
internal sealed partial class AgentJsonContext : JsonSerializerContext;
