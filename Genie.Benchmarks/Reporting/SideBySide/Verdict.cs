namespace Genie.Benchmarks.Reporting.SideBySide;

/// <summary>What a comparison shows.</summary>
internal enum Verdict
{
    /// <summary>No outcome with so few repetitions could show anything.</summary>
    TooFewRepeats,

    /// <summary>What was seen may well be chance.</summary>
    NoDifferenceShown,

    /// <summary>B is better.</summary>
    Better,

    /// <summary>B is worse.</summary>
    Worse,
}
