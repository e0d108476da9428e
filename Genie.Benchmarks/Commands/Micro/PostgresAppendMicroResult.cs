using System.Globalization;
using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>A line of <c>genie micro append-postgres</c>: medians over the turns.</summary>
internal sealed record PostgresAppendMicroResult
{
    [JsonPropertyName("callers")]
    public required int Callers { get; init; }

    [JsonPropertyName("store_events_per_s")]
    public required double StoreEventsPerSecond { get; init; }

    [JsonPropertyName("pgbench_rows_per_s")]
    public required double PgbenchRowsPerSecond { get; init; }

    /// <summary>The median of the turns' ratios.</summary>
    [JsonPropertyName("ratio")]
    public required double Ratio { get; init; }

    [JsonPropertyName("turns")]
    public required int Turns { get; init; }

    /// <summary>One readable line.</summary>
    public string ToText() => string.Create(
        CultureInfo.InvariantCulture, $"append-postgres: {Callers} at a time: {StoreEventsPerSecond:N0} events/s, pgbench {PgbenchRowsPerSecond:N0} rows/s, ratio {Ratio:0.00} ({Turns} turns)");
}
