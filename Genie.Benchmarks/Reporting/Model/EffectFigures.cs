using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>Whether each request's effect happened exactly once.</summary>
public sealed record EffectFigures
{
    /// <summary>Effects that should be there.</summary>
    public long Expected { get; set; }

    /// <summary>Of these, not there.</summary>
    public long Missing { get; set; }

    /// <summary>There more than once.</summary>
    [JsonPropertyName("double")]
    public long Doubled { get; set; }
}
