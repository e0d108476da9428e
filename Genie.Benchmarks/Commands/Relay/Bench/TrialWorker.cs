using System.Diagnostics;
using Genie.Servers;
using Grpc.Core;

namespace Genie.Benchmarks.Commands.Relay.Bench;

/// <summary>The Python worker that is measured.</summary>
internal static class TrialWorker
{
    /// <summary>Threads of each in the ramp, which is the calls that it handles at once.</summary>
    public const int Threads = 5;

    private const string FileName = "trial_worker.py";
    private static readonly Marshaller<byte[]> Bytes = Marshallers.Create(bytes => bytes, bytes => bytes);

    /// <summary>One of its methods; messages are bytes.</summary>
    public static Method<byte[], byte[]> Method(MethodType type, string name) => new(type, "trial.Work", name, Bytes, Bytes);

    /// <summary>Writes the program into a folder.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="threads">Its threads.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <returns>Its command without an address.</returns>
    /// <exception cref="ServerException">There is no Python with gRPC.</exception>
    public static async Task<IReadOnlyList<string>> CommandAsync(string folder, int threads, CancellationToken cancellationToken)
    {
        var file = Path.Combine(folder, FileName);
        await using (var source = typeof(TrialWorker).Assembly.GetManifestResourceStream(FileName)!)
        await using (var target = File.Create(file))
            await source.CopyToAsync(target, cancellationToken).ConfigureAwait(false);
        var python = await FindPythonAsync(cancellationToken).ConfigureAwait(false)
            ?? throw new ServerException("There is no Python with gRPC here: install Debian's python3-grpcio.");
        return [python, "-u", file, "--threads", $"{threads}"];
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
