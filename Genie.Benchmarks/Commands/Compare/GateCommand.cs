using System.CommandLine;
using System.Globalization;
using Genie.Benchmarks.Commands.History;
using Genie.Benchmarks.History;
using Genie.Benchmarks.Reporting;
using Genie.Benchmarks.Reporting.Export;
using Genie.Benchmarks.Reporting.SideBySide;

namespace Genie.Benchmarks.Commands.Compare;

/// <summary><c>genie gate A B</c>: fails where B is worse than A; with <c>--baseline BRANCH</c> A comes from the history.</summary>
internal sealed class GateCommand
{
    private readonly Argument<string?> _a = new("A") { Description = "Results of 'genie bench' before", Arity = ArgumentArity.ZeroOrOne };
    private readonly Argument<string?> _b = new("B") { Description = $"Results of it after; with --baseline the only ones, and {ResultsDefault} by default", Arity = ArgumentArity.ZeroOrOne };

    private readonly Option<string?> _baseline = new("--baseline")
    {
        Description = "Takes for A what the history has of the newest commit of this branch that was measured on this machine: main, origin/main",
        HelpName = "BRANCH",
    };

    private readonly Option<string> _folder = HistoryFolderOption.Create();
    private readonly Option<string?> _junit = new("--junit") { Description = "Writes the outcome as JUnit's XML, a case for each comparison", HelpName = "FILE" };
    private readonly ParsedOption<double> _ratio = Options.Of("--ratio", "The factor that is let through: 1.10 lets B take 10 % longer, or do 1/1.10 as much", "1.10", ParseRatio);
    private readonly ParsedOption<double> _confidence = CompareOptions.CreateConfidence();
    private readonly ParsedOption<IReadOnlyList<Measure>> _measures = CompareOptions.CreateMeasures();

    private const string ResultsDefault = "results.json";

    private GateCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var gate = new GateCommand();
        var command = new Command("gate") { gate._a, gate._b, gate._baseline, gate._folder, gate._ratio, gate._confidence, gate._measures, gate._junit };
        command.SetAction((parsed, cancellationToken) => gate.RunAsync(parsed, cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var options = new SideBySideOptions { Confidence = _confidence.Read(parsed), Measures = _measures.Read(parsed)! };
        var results = await CompareAsync(parsed, options, cancellationToken).ConfigureAwait(false);
        var output = parsed.InvocationConfiguration.Output;
        var broken = Gate.FindBroken(results);
        if (parsed.GetValue(_junit) is { } junit) await OutputFile.WriteAsync(junit, GateJUnit.Create(results, _ratio.Read(parsed)), cancellationToken).ConfigureAwait(false);
        foreach (var line in broken) await output.WriteLineAsync($"regression: {line}").ConfigureAwait(false);
        if (broken.Count > 0) return ExitCode.Failure;
        RequireConclusive(results);
        var ratio = _ratio.Read(parsed);
        var regressions = Gate.Check(results, ratio);
        foreach (var regression in regressions) await output.WriteLineAsync($"regression: {regression}").ConfigureAwait(false);
        if (regressions.Count > 0) return ExitCode.Failure;
        await output.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"No regression beyond a factor of {ratio:0.00##} is shown by {results.Tests} tests, {SideBySideText.Percent(results.Confidence)} sure.")).ConfigureAwait(false);
        return ExitCode.Success;
    }

    private async Task<SideBySideResults> CompareAsync(ParseResult parsed, SideBySideOptions options, CancellationToken cancellationToken)
    {
        var (a, b) = (parsed.GetValue(_a), parsed.GetValue(_b));
        if (parsed.GetValue(_baseline) is not { } branch)
            return a is not null && b is not null ? await CompareFiles.CompareAsync(a, b, options, cancellationToken).ConfigureAwait(false)
                : throw new BadArgumentException("gate needs two results, before and after, or --baseline BRANCH and those after.");
        if (b is not null) throw new BadArgumentException("With --baseline there is nothing to name but the results after; leave the first out.");
        var after = await CompareFiles.ReadAsync(a ?? ResultsDefault, cancellationToken).ConfigureAwait(false);
        var folder = parsed.GetValue(_folder)!;
        var commits = GitCheckout.CommitsOf(Directory.GetCurrentDirectory(), branch) ?? throw new BadArgumentException($"There is no branch '{branch}' here, or no Git checkout.");
        var (history, _) = await HistoryFolder.ReadAsync(folder, cancellationToken).ConfigureAwait(false);
        var before = HistoryBaseline.Find(history, commits, after)
            ?? throw new BadArgumentException($"{folder} has no measurement of a commit of {branch} on this machine, without changes of files. Check it out, and run 'genie bench' with the same options.");
        return CompareFiles.Compare(($"{branch} at {before.Source!.Commit}", before), (a ?? ResultsDefault, after), options);
    }

    private static void RequireConclusive(SideBySideResults results)
    {
        if (results.Tests == 0) throw new BadArgumentException("Nothing was measured in both A and B.");
        if (results.OnlyInA.Count > 0) throw new BadArgumentException($"B lacks what A has: {string.Join("; ", results.OnlyInA)}.");
        if (Gate.FindPowerless(results) is { Count: > 0 } powerless)
            throw new BadArgumentException($"Too few repetitions for any regression to show at {SideBySideText.Percent(results.Confidence)}: {string.Join("; ", powerless)}. "
                + $"{results.Tests} tests need {Gate.RepeatsFor(results)} a side: measure with --repeat {Gate.RepeatsFor(results)} or more, or compare less with --measures.");
    }

    private static double ParseRatio(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var ratio) && ratio >= 1
            ? ratio : throw new FormatException($"'{text}' is no factor of 1 or more, as 1.10.");
}
