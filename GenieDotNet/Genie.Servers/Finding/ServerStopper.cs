using System.Diagnostics;

namespace Genie.Servers.Finding;

/// <summary>Ends servers that were started here, and only those.</summary>
public static class ServerStopper
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(15);
    private static readonly TimeSpan RetryDelay = TimeSpan.FromMilliseconds(50);

    /// <summary>Ends a system's server if one was started, also by a program that crashed since, and those that such a program had for itself (<see cref="OwnServer"/>).</summary>
    /// <param name="system">The system.</param>
    /// <param name="deleteData">Delete what it stored, too.</param>
    /// <param name="cancellationToken">Stops waiting for its end.</param>
    /// <returns>True if one was ended.</returns>
    /// <exception cref="ServerException">It runs in a container, and docker does not answer.</exception>
    public static async Task<bool> EndAsync(ServerSystem system, bool deleteData, CancellationToken cancellationToken)
    {
        var endedOwn = await EndLeftOwnAsync(system, cancellationToken).ConfigureAwait(false);
        if (!Directory.Exists(ServerFolders.Of(system))) return endedOwn;
        using var held = await ServerFolders.LockAsync(system, cancellationToken).ConfigureAwait(false);
        var ended = await StopAsync(system, deleteData, cancellationToken).ConfigureAwait(false);
        var folder = ServerFolders.Of(system);
        if (deleteData && Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
        return ended || endedOwn;
    }

    /// <summary>Ends a temporary server, unless another program uses it still.</summary>
    internal static async Task LeaveAsync(ServerSystem system, IDisposable use, CancellationToken cancellationToken)
    {
        using (use)
        {
            using var held = await ServerFolders.LockAsync(system, cancellationToken).ConfigureAwait(false);
            use.Dispose();
            if (ServerRecord.Read(system) is not { IsTemporary: true }) return;
            using var alone = ServerFolders.TryUseAlone(system);
            if (alone is not null) await StopAsync(system, deleteData: false, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Ends it; the caller holds the lock.</summary>
    internal static async Task<bool> StopAsync(ServerSystem system, bool deleteData, CancellationToken cancellationToken)
    {
        var record = ServerRecord.Read(system);
        var ended = record?.Origin switch
        {
            ServerOrigin.Compose => await StopContainerAsync(system, deleteData, cancellationToken).ConfigureAwait(false),
            _ => await EndProcessAsync(ServerFolders.Of(system), cancellationToken).ConfigureAwait(false),
        };
        ServerRecord.Delete(system);
        return ended;
    }

    // Their data were temporary.
    private static async Task<bool> EndLeftOwnAsync(ServerSystem system, CancellationToken cancellationToken)
    {
        var ended = false;
        foreach (var (folder, held) in ServerFolders.LeftOwn(system))
        {
            using (held)
            {
                ended |= await EndProcessAsync(folder, cancellationToken).ConfigureAwait(false);
                Directory.Delete(folder, recursive: true);
            }
        }

        return ended;
    }

    private static async Task<bool> StopContainerAsync(ServerSystem system, bool deleteData, CancellationToken cancellationToken)
    {
        var compose = await DockerCompose.FindAsync(cancellationToken).ConfigureAwait(false)
            ?? throw new ServerException($"{system.Title} was started in a container, and docker does not answer now. Start docker, then './genie down' again.");
        await compose.DownAsync(system, deleteData, cancellationToken).ConfigureAwait(false);
        return true;
    }

    /// <summary>Ends a process that was started in a folder, also by a program that crashed since: gracefully, after fifteen seconds by force.</summary>
    /// <param name="folder">The folder that <see cref="ServerCommand.Folder"/> named.</param>
    /// <param name="cancellationToken">Stops waiting for its end.</param>
    /// <returns>True if it ran.</returns>
    public static async Task<bool> EndProcessAsync(string folder, CancellationToken cancellationToken)
    {
        if (ProcessIdentity.Read(folder) is not { } identity) return false;
        var wasAlive = identity.IsAlive;
        if (wasAlive) ServerProcess.Signal(identity.ProcessId, identity.StopSignal);
        var watch = Stopwatch.StartNew();
        while (identity.IsAlive && watch.Elapsed < Timeout) await Task.Delay(RetryDelay, cancellationToken).ConfigureAwait(false);
        if (identity.IsAlive)
        {
            using var process = Process.GetProcessById(identity.ProcessId);
            process.Kill(entireProcessTree: true);
            while (identity.IsAlive) await Task.Delay(RetryDelay, cancellationToken).ConfigureAwait(false);
        }

        ProcessIdentity.Remove(folder);
        return wasAlive;
    }
}
