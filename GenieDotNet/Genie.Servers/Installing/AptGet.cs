using System.Diagnostics;

namespace Genie.Servers.Installing;

/// <summary>Runs apt-get, one call at a time; nothing is ever asked of the user.</summary>
/// <param name="place">Where.</param>
/// <param name="program">apt-get.</param>
/// <param name="say">Takes its progress.</param>
internal sealed class AptGet(AptPlace place, string program, Action<string> say)
{
    private const int SignalInterrupt = 2;
    private static readonly TimeSpan RetryDelay = TimeSpan.FromSeconds(1);

    // Progress goes to standard output. A configuration file that somebody changed is kept.
    private static readonly string[] Install =
    [
        "install", "-q", "-y", "--no-install-recommends", "-o", "APT::Status-Fd=1",
        "-o", "Dpkg::Options::=--force-confdef", "-o", "Dpkg::Options::=--force-confold",
    ];

    /// <summary>
    /// Reads the package lists anew; how it failed, or null. Unlike dpkg's, the lock of the lists is not waited for by apt-get itself
    /// (2.6, acquire.cc), so it is asked again until another program has read them.
    /// </summary>
    public async Task<string?> UpdateAsync(CancellationToken cancellationToken)
    {
        say("reading the package lists (apt-get update)");
        var watch = Stopwatch.StartNew();
        var sayOnce = say;
        while (true)
        {
            var progress = new AptProgress(sayOnce);
            if (await RunAsync(["update", "-q"], progress, cancellationToken).ConfigureAwait(false) == 0) return null;
            if (progress.LockHolder.Length == 0 || watch.Elapsed > place.LockTimeout) return progress.Errors;
            sayOnce = static _ => { };
            await Task.Delay(RetryDelay, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Installs packages; how it failed, or null.</summary>
    /// <param name="packages">Their names.</param>
    /// <param name="holdBackUnfetched">Install the others where one cannot be downloaded.</param>
    /// <param name="cancellationToken">Ends it as soon as dpkg can be left.</param>
    public async Task<AptFailure?> InstallAsync(IEnumerable<string> packages, bool holdBackUnfetched, CancellationToken cancellationToken)
    {
        var progress = new AptProgress(say);
        string[] options = ["-o", $"DPkg::Lock::Timeout={place.LockTimeout.TotalSeconds:0}", .. holdBackUnfetched ? ["--fix-missing"] : (string[])[]];
        return await RunAsync([.. Install, .. options, .. packages], progress, cancellationToken).ConfigureAwait(false) == 0
            ? null : new AptFailure(progress.Errors, progress.LockHolder);
    }

    /// <summary>Why a package cannot be had at all, alone; null where it can. Takes no lock and changes nothing.</summary>
    public async Task<string?> FindObstacleAsync(string package, CancellationToken cancellationToken)
    {
        var progress = new AptProgress(static _ => { });
        return await RunAsync(["install", "-q", "--simulate", "--no-install-recommends", package], progress, cancellationToken).ConfigureAwait(false) == 0 ? null : progress.Errors;
    }

    private async Task<int> RunAsync(IReadOnlyList<string> arguments, AptProgress progress, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        using var process = place.Start(program, arguments);
        var reading = Task.WhenAll(ReadAsync(process.StandardOutput, progress), ReadAsync(process.StandardError, progress));

        // Interrupted, apt-get ends once dpkg has finished what it is at; killed, it would leave packages half configured.
        await using (cancellationToken.Register(() => ServerProcess.Signal(process.Id, SignalInterrupt)).ConfigureAwait(false))
        {
            await process.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
        }

        await reading.ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        return process.ExitCode;
    }

    private static async Task ReadAsync(StreamReader output, AptProgress progress)
    {
        while (await output.ReadLineAsync().ConfigureAwait(false) is { } line) progress.Read(line);
    }
}
