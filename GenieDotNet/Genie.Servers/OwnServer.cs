namespace Genie.Servers;

/// <summary>A server in a temporary folder that nobody else uses, so that it may be killed. Disposing it removes the folder.</summary>
public sealed class OwnServer : IAsyncDisposable
{
    private OwnServer(ServerProcess process) => Process = process;

    /// <summary>The process; another one after <see cref="CrashAndRestartAsync"/>.</summary>
    public ServerProcess Process { get; private set; }

    /// <summary>Starts one.</summary>
    /// <param name="name">The system's name, for the folder's.</param>
    /// <param name="start">Starts the process in a folder on a port.</param>
    /// <exception cref="ServerException">It does not start.</exception>
    public static async Task<OwnServer> StartAsync(string name, Func<string, int, Task<ServerProcess>> start)
    {
        var folder = Directory.CreateTempSubdirectory($"genie-{name}-").FullName;
        try
        {
            return new OwnServer(await start(folder, Ports.PickFree()).ConfigureAwait(false));
        }
        catch
        {
            Directory.Delete(folder, recursive: true);
            throw;
        }
    }

    /// <summary>Kills the server as a crash would and starts it again on the same data.</summary>
    /// <param name="downTime">How long it is away.</param>
    public async Task CrashAndRestartAsync(TimeSpan downTime)
    {
        var killed = Process;
        await killed.KillAsync().ConfigureAwait(false);
        await Task.Delay(downTime).ConfigureAwait(false);
        Process = await killed.RestartAsync(CancellationToken.None).ConfigureAwait(false);
        await killed.DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc cref="ServerProcess.Pause"/>
    public void Pause(bool isHalted) => Process.Pause(isHalted);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await Process.DisposeAsync().ConfigureAwait(false);
        Directory.Delete(Process.Folder, recursive: true);
    }
}
