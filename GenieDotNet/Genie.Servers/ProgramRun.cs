using System.Diagnostics;

namespace Genie.Servers;

/// <summary>Runs programs that end by themselves.</summary>
internal static class ProgramRun
{
    /// <summary>Runs one to its end.</summary>
    /// <param name="program">The program.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="environment">Further variables.</param>
    /// <param name="cancellationToken">Ends it, with what it started.</param>
    /// <returns>Its exit code, and what it wrote: to standard output, then to standard error.</returns>
    /// <exception cref="ServerException">It did not start.</exception>
    public static async Task<(int ExitCode, string Output)> RunAsync(
        string program, IEnumerable<string> arguments, IReadOnlyDictionary<string, string> environment, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var (name, value) in environment) start.Environment[name] = value;
        using var process = Process.Start(start) ?? throw new ServerException($"{program} did not start.");
        var output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        var errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
        try
        {
            await process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }

        return (process.ExitCode, await output.ConfigureAwait(false) + await errors.ConfigureAwait(false));
    }

    /// <inheritdoc cref="RunAsync(string, IEnumerable{string}, IReadOnlyDictionary{string, string}, CancellationToken)"/>
    public static Task<(int ExitCode, string Output)> RunAsync(string program, IEnumerable<string> arguments, CancellationToken cancellationToken) =>
        RunAsync(program, arguments, new Dictionary<string, string>(), cancellationToken);
}
