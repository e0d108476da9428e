using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Model;

/// <summary>Whether each request's effect happened exactly once.</summary>
public sealed record EffectFigures
{
    /// <summary>Effects that should be there.</summary>
    public long Expected { get; set; }

    /// <summary>Of these, not there although they were confirmed, or had reached a worker and no failure was reported.</summary>
    public long Missing { get; set; }

    /// <summary>There more than once.</summary>
    [JsonPropertyName("double")]
    public long Doubled { get; set; }

    /// <summary>Not there, and nobody had promised them: the system's guarantee does not cover them.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public long Uncovered { get; set; }

    /// <summary>There, although nobody sent the request.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public long Unsent { get; set; }

    /// <summary>All of several, each count added up.</summary>
    internal static EffectFigures Sum(IEnumerable<EffectFigures> each) => each.Aggregate(new EffectFigures(), (sum, one) => new EffectFigures
    {
        Expected = sum.Expected + one.Expected,
        Missing = sum.Missing + one.Missing,
        Doubled = sum.Doubled + one.Doubled,
        Uncovered = sum.Uncovered + one.Uncovered,
        Unsent = sum.Unsent + one.Unsent,
    });
}
