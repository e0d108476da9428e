using System.CommandLine;
using System.Globalization;
using Genie.Benchmarks.Reporting.SideBySide;

namespace Genie.Benchmarks.Commands.Compare;

/// <summary><c>genie gate A B</c>: fails where B is worse than A.</summary>
internal sealed class GateCommand
{
    private readonly Argument<string> _a = new("A") { Description = "Results of 'genie bench' before" };
    private readonly Argument<string> _b = new("B") { Description = "Results of it after" };
    private readonly ParsedOption<double> _ratio = Options.Of("--ratio", "The factor that is let through: 1.10 lets B take 10 % longer, or do 1/1.10 as much", "1.10", ParseRatio);
    private readonly ParsedOption<double> _confidence = CompareOptions.CreateConfidence();
    private readonly ParsedOption<IReadOnlyList<Measure>> _measures = CompareOptions.CreateMeasures();

    private GateCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var gate = new GateCommand();
        var command = new Command("gate") { gate._a, gate._b, gate._ratio, gate._confidence, gate._measures };
        command.SetAction((parsed, cancellationToken) => gate.RunAsync(parsed, cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var options = new SideBySideOptions { Confidence = _confidence.Read(parsed), Measures = _measures.Read(parsed)! };
        var results = await CompareFiles.CompareAsync(parsed.GetValue(_a)!, parsed.GetValue(_b)!, options, cancellationToken).ConfigureAwait(false);
        var output = parsed.InvocationConfiguration.Output;
        var broken = Gate.FindBroken(results);
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
