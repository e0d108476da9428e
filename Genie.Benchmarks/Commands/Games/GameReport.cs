using System.Text.Json.Serialization;
using Genie.Benchmarks.Load.Games;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.Commands.Games;

/// <summary>What <c>genie game --json</c> prints.</summary>
/// <param name="Machine">Where it was played.</param>
/// <param name="Network">The name of the simulated network, custom where options changed or made it, or null.</param>
/// <param name="Seed">Of events and network.</param>
/// <param name="Results">One for each number of clients.</param>
internal sealed record GameReport(MachineFacts Machine, string? Network, int Seed, IReadOnlyList<GameResult> Results);

/// <summary>Source-generated JSON of it.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, WriteIndented = true)]
[JsonSerializable(typeof(GameReport))]
internal sealed partial class GameJsonContext : JsonSerializerContext;
