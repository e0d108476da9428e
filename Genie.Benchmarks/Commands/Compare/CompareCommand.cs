using System.CommandLine;
using Genie.Benchmarks.Commands.Secrets;
using Genie.Benchmarks.Reporting.Html;
using Genie.Benchmarks.Reporting.SideBySide;

namespace Genie.Benchmarks.Commands.Compare;

/// <summary><c>genie compare</c>: two results side by side, or two configurations measured alternately first.</summary>
internal sealed class CompareCommand
{
    private readonly Argument<string[]> _files = new("FILE") { Description = "Two results of 'genie bench', A and B", Arity = new ArgumentArity(0, 2) };
    private readonly SecretOption<string?> _a = new("--a", SecretText.OfBenchArguments) { Description = "Measures this configuration as A: the arguments of bench (\"nats --client wire --connections 32\")", HelpName = "ARGS" };
    private readonly SecretOption<string?> _b = new("--b", SecretText.OfBenchArguments) { Description = "And this one as B, alternately with A", HelpName = "ARGS" };
    private readonly ParsedOption<long> _repeat = Options.OfCount("--repeat", "Repetitions of each row with --a and --b", "8", min: 1);
    private readonly Option<string> _out = new("--out") { Description = "Folder for compare.html, and for a.json and b.json with --a and --b", HelpName = "DIR", DefaultValueFactory = _ => "." };
    private readonly Option<bool> _quiet = new("--quiet") { Description = "Prints errors only" };
    private readonly ParsedOption<double> _confidence = CompareOptions.CreateConfidence();
    private readonly ParsedOption<IReadOnlyList<Measure>> _measures = CompareOptions.CreateMeasures();
    private readonly ParsedOption<long> _seed = CompareOptions.CreateSeed();

    private CompareCommand() => _repeat.Aliases.Add("--repeats");

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var compare = new CompareCommand();
        var command = new Command("compare")
        {
            compare._files, compare._a, compare._b, compare._repeat, compare._confidence, compare._measures, compare._seed, compare._out, compare._quiet,
        };
        command.SetAction((parsed, cancellationToken) => compare.RunAsync(parsed, cancellationToken));
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var options = new SideBySideOptions { Confidence = _confidence.Read(parsed), Measures = _measures.Read(parsed)!, Seed = (int)_seed.Read(parsed) };
        var folder = parsed.GetValue(_out)!;
        Directory.CreateDirectory(folder);
        var results = await CompareAsync(parsed, options, folder, cancellationToken).ConfigureAwait(false);
        var page = Path.Combine(folder, "compare.html");

        // The words first: they take no disk. Not cancelled by what ended the measurement: what was compared by then is worth reading.
        var output = parsed.GetValue(_quiet) ? TextWriter.Null : parsed.InvocationConfiguration.Output;
        await output.WriteAsync(SideBySideText.Create(results)).ConfigureAwait(false);
        await HtmlPage.WriteAsync(page, SideBySideReport.Create(results), CancellationToken.None).ConfigureAwait(false);
        await output.WriteLineAsync($"Report: {page}").ConfigureAwait(false);
        return ExitCode.Success;
    }

    private async Task<SideBySideResults> CompareAsync(ParseResult parsed, SideBySideOptions options, string folder, CancellationToken cancellationToken)
    {
        var files = parsed.GetValue(_files)!;
        switch (files.Length, parsed.GetValue(_a), parsed.GetValue(_b))
        {
            case (2, null, null):
                return await CompareFiles.CompareAsync(files[0], files[1], options, cancellationToken).ConfigureAwait(false);
            case (0, { } a, { } b):
                var (repeat, quiet) = ((int)_repeat.Read(parsed), parsed.GetValue(_quiet));
                var requestA = ComparedConfigurations.Read("--a", a, repeat, Path.Combine(folder, "a.json")) with { Quiet = quiet };
                var requestB = ComparedConfigurations.Read("--b", b, repeat, Path.Combine(folder, "b.json")) with { Quiet = quiet };
                var measured = await ComparedConfigurations.MeasureAsync(requestA, requestB, parsed.Streams(), cancellationToken).ConfigureAwait(false);
                return CompareFiles.Compare((measured.A.CommandLine, measured.A), (measured.B.CommandLine, measured.B), options);
            default:
                throw new BadArgumentException("What is to be compared? Either two files (genie compare A.json B.json), or two configurations (genie compare --a \"nats --client wire\" --b \"nats --client official\").");
        }
    }
}
