using System.Text.Json;
using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>A line of <c>genie micro postgis</c>.</summary>
internal sealed record PostGisMicroResult
{
    [JsonPropertyName("part")]
    public string Part { get; init; } = "postgis";

    /// <summary><c>genie</c> or <c>pgbench</c>.</summary>
    [JsonPropertyName("candidate")]
    public required string Candidate { get; init; }

    [JsonPropertyName("connections")]
    public required int Connections { get; init; }

    [JsonPropertyName("callers")]
    public int? Callers { get; init; }

    [JsonPropertyName("per_s")]
    public required double PerSecond { get; init; }

    /// <summary>Look-ups that one statement answered, in the mean.</summary>
    [JsonPropertyName("per_statement")]
    public double? PerStatement { get; init; }

    /// <summary>The share of points that lie in an area.</summary>
    [JsonPropertyName("found")]
    public double? Found { get; init; }

    private static readonly JsonSerializerOptions Json = new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull };

    /// <summary>One JSON object.</summary>
    public string ToJson() => JsonSerializer.Serialize(this, Json);

    /// <summary>One readable line.</summary>
    public string ToText() => Callers is null
        ? FormattableString.Invariant($"postgis by {Candidate}, {Connections} connections: {PerSecond:N0} look-ups/s")
        : FormattableString.Invariant($"postgis by {Candidate}, {Connections} connections, {Callers} callers: {PerSecond:N0} look-ups/s, {PerStatement:0.0} a statement, {Found:P0} found");
}
