using System.Runtime.InteropServices;
using Genie.Servers;
using Genie.Testing.Runner;
using Genie.Testing.Runner.Selection;

// Usage: genie-test REPOSITORY_ROOT test [OPTION...]. Runs the test projects that ./genie built, and ends with the sum.
RunOptions options;
try
{
    if (args is [_, _, .., "--help" or "-h"])
    {
        Console.WriteLine(RunOptions.Help);
        return 0;
    }

    options = RunOptions.Parse(Path.GetFullPath(args[0]), args[2..]);
}
catch (FormatException error)
{
    Console.Error.WriteLine($"genie test: {error.Message}\n{RunOptions.Help}");
    return 2;
}

using var stop = new CancellationTokenSource();
void Stop(PosixSignalContext signal)
{
    signal.Cancel = true;
    stop.Cancel();
}

using var interrupted = PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop);
using var terminated = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);
try
{
    List<NightlyClass> leftOut = [];
    var selections = await new Selector(options).SelectAsync(leftOut, stop.Token).ConfigureAwait(false);
    var summary = new Summary(Console.Out);
    summary.WriteLeftOut(leftOut);
    if (options.List)
    {
        foreach (var selection in selections) Console.WriteLine(selection.Project.Name);
        return 0;
    }

    if (options.Install)
    {
        // What is missing costs the tests that need it, and they say so.
        var outcome = await DebianPackages.InstallAsync(TestPackages.All(), Console.Error.WriteLine, stop.Token).ConfigureAwait(false);
        foreach (var failure in outcome.Failures.Values.Distinct()) Console.Error.WriteLine($"genie test: {failure}");
    }

    return await new TestRun(options, summary).RunAsync(selections, stop.Token).ConfigureAwait(false) ? 0 : 1;
}
catch (FormatException error)
{
    Console.Error.WriteLine($"genie test: {error.Message}");
    return 2;
}
catch (OperationCanceledException)
{
    Console.Error.WriteLine("genie test: interrupted");
    return 130;
}
