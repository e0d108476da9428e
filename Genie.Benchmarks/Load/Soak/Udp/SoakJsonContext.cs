using System.Text.Json.Serialization;
using Genie.Benchmarks.Load.Soak.Udp.Peers;
using Genie.Benchmarks.Load.Soak.Udp.State;
using Genie.Benchmarks.Load.Soak.Udp.Verdicts;

namespace Genie.Benchmarks.Load.Soak.Udp;

/// <summary>Source-generated JSON of what the soak and its processes tell each other, and of what it keeps.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(SoakPeerOrder))]
[JsonSerializable(typeof(SoakPeerReport))]
[JsonSerializable(typeof(UdpSoakState))]
internal sealed partial class SoakJsonContext : JsonSerializerContext;

/// <summary>The same for people to read.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true)]
[JsonSerializable(typeof(UdpSoakResult))]
internal sealed partial class SoakResultJsonContext : JsonSerializerContext;
