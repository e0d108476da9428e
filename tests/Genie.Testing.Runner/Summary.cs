using Genie.Testing.Runner.Selection;

namespace Genie.Testing.Runner;

/// <summary>Prints what came of the tests.</summary>
/// <param name="output">Where to.</param>
internal sealed class Summary(TextWriter output)
{
    private const int MaxMessageLines = 25;
    private const int MaxReasonCharacters = 160;
    private const int SlowestCount = 10;

    /// <summary>One line a project, and everything about what failed.</summary>
    public void Write(ProjectResult result)
    {
        output.WriteLine($"{result.Name,-36} {result.Passed,5} passed {result.Failed,4} failed {result.Skipped,4} skipped {result.Elapsed.TotalSeconds,8:0.0} s");
        foreach (var outcome in result.Outcomes.Where(outcome => outcome.Verdict == Verdict.Failed)) WriteFailure(outcome.Name, outcome.Message);
        foreach (var error in result.Errors) WriteFailure(result.Name, error);
        foreach (var command in result.ProcessesLeft) output.WriteLine(Shorten($"    left a process behind, which was ended: {command}"));
        if (result.FilesLeft.Count > 0) output.WriteLine(Shorten($"    left {result.FilesLeft.Count} in the temporary folder, which were removed: {string.Join(' ', result.FilesLeft)}"));
        output.Flush();
    }

    /// <summary>What part of the libraries was reached.</summary>
    public void Write(Coverage coverage) => coverage.Write(output);

    /// <summary>The nightly classes whose turn it is not.</summary>
    public void WriteLeftOut(IReadOnlyCollection<NightlyClass> classes)
    {
        foreach (var each in classes) output.WriteLine($"not this turn: {each.Name} ({each.Seconds} s)");
    }

    /// <summary>The beginning of one of several runs.</summary>
    public void WriteRound(int round, int of) => output.WriteLine($"run {round} of {of}");

    /// <summary>What took longest, why tests were skipped, what failed, and the closing line.</summary>
    public void WriteEnd(IReadOnlyCollection<ProjectResult> results, TimeSpan elapsed)
    {
        var tests = results.SelectMany(result => result.Outcomes.Select(outcome => (result.Name, Outcome: outcome))).ToArray();
        output.WriteLine($"{elapsed.TotalMinutes:0.0} minutes; the {SlowestCount} slowest tests:");
        foreach (var (project, outcome) in tests.OrderByDescending(test => test.Outcome.Elapsed).Take(SlowestCount))
            output.WriteLine($"{outcome.Elapsed.TotalSeconds,8:0.0} s  {(outcome.Name.StartsWith(project, StringComparison.Ordinal) ? outcome.Name : $"{project}: {outcome.Name}")}");
        foreach (var group in tests.Where(test => test.Outcome.Verdict == Verdict.Skipped).GroupBy(test => (test.Name, test.Outcome.Message)).OrderBy(group => group.Key.Name, StringComparer.Ordinal))
            output.WriteLine($"skipped: {group.Count(),4} of {group.Key.Name}: {Shorten(group.Key.Message.ReplaceLineEndings(" "))}");
        foreach (var result in results.OrderBy(result => result.Name, StringComparer.Ordinal)) WriteFailed(result);
        output.WriteLine($"{results.Sum(result => result.Passed)} passed, {results.Sum(result => result.Failed)} failed, {results.Sum(result => result.Skipped)} skipped");
    }

    /// <summary>What failed in some of several runs, and in how many.</summary>
    public void WriteRepeated(IEnumerable<IReadOnlyCollection<ProjectResult>> rounds)
    {
        var all = rounds.ToArray();
        var failed = all.SelectMany(round => round.SelectMany(result => FailedNames(result).Distinct())).GroupBy(name => name).OrderByDescending(group => group.Count()).ToArray();
        foreach (var group in failed) output.WriteLine($"failed in {group.Count()} of {all.Length} runs: {group.Key}");
        if (failed.Length == 0) output.WriteLine($"nothing failed in {all.Length} runs");
    }

    private static IEnumerable<string> FailedNames(ProjectResult result) =>
        result.Outcomes.Where(outcome => outcome.Verdict == Verdict.Failed).Select(outcome => $"{result.Name}: {outcome.Name}").Concat(result.Errors.Select(error => $"{result.Name}: {Shorten(error.Split('\n')[0])}"));

    private void WriteFailed(ProjectResult result)
    {
        foreach (var name in FailedNames(result)) output.WriteLine($"failed: {name}");
    }

    private void WriteFailure(string name, string message)
    {
        output.WriteLine($"  FAILED {name}");
        foreach (var line in message.Split('\n').Take(MaxMessageLines)) output.WriteLine($"    {line.TrimEnd()}");
    }

    private static string Shorten(string text) => text.Length <= MaxReasonCharacters ? text : string.Concat(text.AsSpan(0, MaxReasonCharacters), " ...");
}
