using System.Diagnostics;
using Genie.Testing.Runner.Selection;

namespace Genie.Testing.Runner;

/// <summary>Runs one test project in a process of its own.</summary>
/// <param name="selection">The project, and which of its tests.</param>
/// <param name="options">What was asked for.</param>
/// <param name="settings">The file of run settings.</param>
/// <param name="leftovers">Sees to what the tests leave behind.</param>
internal sealed class ProjectRun(TestSelection selection, RunOptions options, string settings, Leftovers leftovers)
{
    private static readonly TimeSpan OutputTimeout = TimeSpan.FromSeconds(10);

    /// <summary>Runs it to its end, or to the time-out.</summary>
    public async Task<ProjectResult> RunAsync(CancellationToken cancellationToken)
    {
        var trx = Path.Combine(options.ResultsFolder, selection.Project.Name + ".trx");
        File.Delete(trx);
        var watch = Stopwatch.StartNew();
        var (exitCode, output) = await ExecuteAsync(cancellationToken).ConfigureAwait(false);
        var results = new TrxReader(trx);
        var outcomes = results.ReadOutcomes();
        var isAnyFailed = outcomes.Any(outcome => outcome.Verdict == Verdict.Failed);
        List<string> errors = [];
        if (exitCode is null) errors.Add($"ended after {options.Timeout.TotalMinutes:0} minutes");
        errors.AddRange(results.ReadUnfinished().Select(test => $"{test} was running when no test had ended for {options.TestTimeout.TotalMinutes:0.#} minutes"));
        if (errors.Count == 0 && !isAnyFailed) errors.AddRange(results.ReadRunErrors());
        if (exitCode > 0 && errors.Count == 0 && !isAnyFailed) errors.Add($"dotnet test ended with code {exitCode}:\n{Tail(output)}");
        if (exitCode == 0 && outcomes.Count == 0 && options.Filter is null && NightlyClass.Read(selection.Project).Count == 0) errors.Add($"no test was found:\n{Tail(output)}");
        var elapsed = watch.Elapsed;
        var (processes, files) = await leftovers.EndAsync(selection.Project.Name).ConfigureAwait(false);
        return new ProjectResult(selection.Project.Name, outcomes, errors, elapsed) { ProcessesLeft = processes, FilesLeft = files };
    }

    private async Task<(int? ExitCode, string Output)> ExecuteAsync(CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo("dotnet") { WorkingDirectory = options.RepositoryRoot, RedirectStandardOutput = true, RedirectStandardError = true, RedirectStandardInput = true };
        string[] arguments = ["test", selection.Project.Assembly, "--logger", $"trx;LogFileName={selection.Project.Name}.trx", "--results-directory", options.ResultsFolder, "--settings", settings];
        if (selection.Filter is { } filter) arguments = [.. arguments, "--filter", filter];
        if (options.Coverage) arguments = [.. arguments, "--test-adapter-path", Coverage.CollectorFolder];
        foreach (var argument in arguments) start.ArgumentList.Add(argument);
        JavaServers.Tell(start.Environment);
        leftovers.Mark(start.Environment, selection.Project.Name);
        using var process = Process.Start(start) ?? throw new InvalidOperationException("dotnet did not start.");
        process.StandardInput.Close();
        var output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        var errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(options.Timeout);
        try
        {
            await process.WaitForExitAsync(timeout.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // Servers that the tests started are its descendants, but for those whose parent has ended: they are leftovers.
            process.Kill(entireProcessTree: true);
            if (!cancellationToken.IsCancellationRequested) return (null, "");
            await leftovers.EndAsync(selection.Project.Name).ConfigureAwait(false);
            throw;
        }

        return (process.ExitCode, await ReadAsync(output).ConfigureAwait(false) + await ReadAsync(errors).ConfigureAwait(false));
    }

    /// <summary>What was printed; a process that a test forgot may hold the pipe open for ever.</summary>
    private static async Task<string> ReadAsync(Task<string> output)
    {
        try
        {
            return await output.WaitAsync(OutputTimeout).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            return "(a process that the tests started still runs and holds their output)";
        }
    }

    private static string Tail(string output) => string.Join('\n', output.Trim().Split('\n').TakeLast(20));
}
