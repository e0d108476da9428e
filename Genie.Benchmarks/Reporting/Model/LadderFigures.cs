namespace Genie.Benchmarks.Reporting.Model;

/// <summary>What each layer adds to a round trip through one system, with one request under way.</summary>
public sealed record LadderFigures
{
    /// <summary>The system.</summary>
    public string Broker { get; set; } = "";

    /// <summary>From the bare socket up; what could not be measured is not there.</summary>
    public IReadOnlyList<LadderStepFigures> Steps { get; set; } = [];
}
