using System.Text.Json.Serialization;

namespace Genie.Benchmarks.Reporting.Crank;

/// <summary>Of Crank's operations, those in use; spelt as Crank spells them.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<CrankOperation>))]
internal enum CrankOperation
{
    /// <summary>The mean.</summary>
    Avg,

    /// <summary>The largest.</summary>
    Max,

    /// <summary>The sum.</summary>
    Sum,
}
