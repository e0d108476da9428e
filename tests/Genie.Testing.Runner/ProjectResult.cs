namespace Genie.Testing.Runner;

/// <summary>What one test project came to.</summary>
/// <param name="Name">The project.</param>
/// <param name="Outcomes">Its tests.</param>
/// <param name="Errors">What went wrong outside of any test; each counts as one failure.</param>
/// <param name="Elapsed">How long it took.</param>
internal sealed record ProjectResult(string Name, IReadOnlyList<TestOutcome> Outcomes, IReadOnlyList<string> Errors, TimeSpan Elapsed)
{
    /// <summary>The command lines of processes that it left, which were ended.</summary>
    public IReadOnlyList<string> ProcessesLeft { get; init; } = [];

    /// <summary>Files and folders that it left in its temporary folder, which were removed.</summary>
    public IReadOnlyList<string> FilesLeft { get; init; } = [];

    /// <summary>Tests that passed.</summary>
    public int Passed => Outcomes.Count(outcome => outcome.Verdict == Verdict.Passed);

    /// <summary>Tests that failed, and errors outside of them.</summary>
    public int Failed => Outcomes.Count(outcome => outcome.Verdict == Verdict.Failed) + Errors.Count;

    /// <summary>Tests that were skipped.</summary>
    public int Skipped => Outcomes.Count(outcome => outcome.Verdict == Verdict.Skipped);
}
