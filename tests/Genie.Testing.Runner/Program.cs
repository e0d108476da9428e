using System.Runtime.InteropServices;
using Genie.Servers;
using Genie.Testing.Runner;

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

var projects = TestProject.Find(options.RepositoryRoot, options.Names);
if (projects.Count == 0)
{
    Console.Error.WriteLine($"genie test: no test project is called {string.Join(" or ", options.Names)}");
    return 2;
}

if (options.List)
{
    foreach (var project in projects) Console.WriteLine(project.Name);
    return 0;
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
    if (options.Install)
    {
        // What is missing costs the tests that need it, and they say so.
        var outcome = await DebianPackages.InstallAsync(TestPackages.All(), Console.Error.WriteLine, stop.Token).ConfigureAwait(false);
        foreach (var failure in outcome.Failures.Values.Distinct()) Console.Error.WriteLine($"genie test: {failure}");
    }

    return await TestRun.RunAsync(projects, options, new Summary(Console.Out), stop.Token).ConfigureAwait(false) ? 0 : 1;
}
catch (OperationCanceledException)
{
    Console.Error.WriteLine("genie test: interrupted");
    return 130;
}
