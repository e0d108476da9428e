namespace Genie.Testing.Runner;

/// <summary>How a test ended.</summary>
internal enum Verdict
{
    Passed,
    Failed,
    Skipped,
}

/// <summary>One test's outcome.</summary>
/// <param name="Name">The test, with its arguments.</param>
/// <param name="Verdict">How it ended.</param>
/// <param name="Message">The error with its stack, or why it was skipped.</param>
/// <param name="Elapsed">How long it took.</param>
internal sealed record TestOutcome(string Name, Verdict Verdict, string Message, TimeSpan Elapsed = default);
