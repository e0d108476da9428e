namespace Genie.Testing.Runner;

/// <summary>Prints what came of the tests.</summary>
/// <param name="output">Where to.</param>
internal sealed class Summary(TextWriter output)
{
    private const int MessageLinesMax = 25;

    /// <summary>One line a project, and everything about what failed.</summary>
    public void Write(ProjectResult result)
    {
        output.WriteLine($"{result.Name,-36} {result.Passed,5} passed {result.Failed,4} failed {result.Skipped,4} skipped {result.Elapsed.TotalSeconds,8:0.0} s");
        foreach (var outcome in result.Outcomes.Where(outcome => outcome.Verdict == Verdict.Failed)) WriteFailure(outcome.Name, outcome.Message);
        foreach (var error in result.Errors) WriteFailure(result.Name, error);
        output.Flush();
    }

    /// <summary>What part of the libraries was reached.</summary>
    public void Write(Coverage coverage) => coverage.Write(output);

    /// <summary>Why tests were skipped, and the closing line.</summary>
    public void WriteEnd(IReadOnlyCollection<ProjectResult> results)
    {
        var skips = results.SelectMany(result => result.Outcomes.Where(outcome => outcome.Verdict == Verdict.Skipped).Select(outcome => (result.Name, outcome.Message)));
        foreach (var group in skips.GroupBy(skip => skip).OrderBy(group => group.Key.Name, StringComparer.Ordinal))
            output.WriteLine($"skipped: {group.Count(),4} of {group.Key.Name}: {group.Key.Message.ReplaceLineEndings(" ")}");
        output.WriteLine($"{results.Sum(result => result.Passed)} passed, {results.Sum(result => result.Failed)} failed, {results.Sum(result => result.Skipped)} skipped");
    }

    private void WriteFailure(string name, string message)
    {
        output.WriteLine($"  FAILED {name}");
        foreach (var line in message.Split('\n').Take(MessageLinesMax)) output.WriteLine($"    {line.TrimEnd()}");
    }
}
