namespace Genie.Brokers.Conformance;

/// <summary>How a check ended.</summary>
public enum ConformanceOutcome
{
    /// <summary>The driver keeps this part of the contract.</summary>
    Passed,

    /// <summary>It breaks it.</summary>
    Failed,

    /// <summary>The subject lacks what the check is about, or the driver deviates and says why.</summary>
    NotApplicable,
}
