using System.Diagnostics;
using Genie.Servers;

namespace Genie.Benchmarks.Commands.Relay.Bench;

/// <summary>The Python worker that is measured.</summary>
internal static class TrialWorker
{
    /// <summary>Threads of each, which is the calls that it handles at once.</summary>
    public const int Threads = 5;

    private const string FileName = "trial_worker.py";

    /// <summary>Writes the program into a folder.</summary>
    /// <returns>Its command without an address.</returns>
    /// <exception cref="ServerException">There is no Python with gRPC.</exception>
    public static async Task<IReadOnlyList<string>> CommandAsync(string folder, CancellationToken cancellationToken)
    {
        var file = Path.Combine(folder, FileName);
        await using (var source = typeof(TrialWorker).Assembly.GetManifestResourceStream(FileName)!)
        await using (var target = File.Create(file))
            await source.CopyToAsync(target, cancellationToken).ConfigureAwait(false);
        var python = await FindPythonAsync(cancellationToken).ConfigureAwait(false)
            ?? throw new ServerException("There is no Python with gRPC here: install Debian's python3-grpcio.");
        return [python, "-u", file, "--threads", $"{Threads}"];
    }

    private static async Task<string?> FindPythonAsync(CancellationToken cancellationToken)
    {
        foreach (var python in new[] { "/usr/bin/python3", Executables.Find("python3") }.OfType<string>().Where(File.Exists))
        {
            using var process = Process.Start(new ProcessStartInfo(python, ["-c", "import grpc"]) { RedirectStandardError = true })!;
            await process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
            if (process.ExitCode == 0) return python;
        }

        return null;
    }
}
