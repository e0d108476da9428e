using Genie.Servers.Finding;

namespace Genie.Servers;

/// <summary>A server in a folder of its own that nobody else uses, so that it may be killed. Disposing it ends it and removes the folder.</summary>
public sealed class OwnServer : IAsyncDisposable
{
    private readonly IDisposable? _owned;

    private OwnServer(ServerProcess process, IDisposable? owned) => (Process, _owned) = (process, owned);

    /// <summary>The process; another one after each start.</summary>
    public ServerProcess Process { get; private set; }

    /// <summary>True from <see cref="KillAsync"/> or <see cref="StopAsync"/> until <see cref="StartAgainAsync"/>.</summary>
    public bool IsDown { get; private set; }

    /// <summary>Starts one in a temporary folder.</summary>
    /// <param name="name">The system's name, for the folder's.</param>
    /// <param name="start">Starts the process in a folder on a port.</param>
    /// <exception cref="ServerException">It does not start.</exception>
    public static Task<OwnServer> StartAsync(string name, Func<string, int, Task<ServerProcess>> start) =>
        StartAsync(Directory.CreateTempSubdirectory($"genie-{name}-").FullName, owned: null, start);

    /// <summary>Starts the native one, where <c>genie down</c> finds it if this program crashes.</summary>
    /// <param name="system">The system.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    /// <exception cref="ServerException">It cannot be started as a process, or does not start.</exception>
    public static Task<OwnServer> StartAsync(ServerSystem system, CancellationToken cancellationToken) =>
        StartAsync(system, system.NativeStart() ?? throw new ServerException($"{system.Title} cannot be started here as a process. {ServerStarter.HowToGet(system)}"), cancellationToken);

    /// <summary>Starts one where <c>genie down</c> finds it if this program crashes.</summary>
    /// <param name="system">The system.</param>
    /// <param name="start">Starts the process in a folder on a port.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    /// <exception cref="ServerException">It does not start.</exception>
    public static Task<OwnServer> StartAsync(ServerSystem system, Func<string, int, CancellationToken, Task<ServerProcess>> start, CancellationToken cancellationToken)
    {
        var (folder, owned) = ServerFolders.CreateOwn(system);
        return StartAsync(folder, owned, (own, port) => start(own, port, cancellationToken));
    }

    /// <summary>Kills the server as a crash would and starts it again on the same data.</summary>
    /// <param name="downTime">How long it is away.</param>
    public async Task CrashAndRestartAsync(TimeSpan downTime)
    {
        await KillAsync().ConfigureAwait(false);
        await Task.Delay(downTime).ConfigureAwait(false);
        await StartAgainAsync(CancellationToken.None).ConfigureAwait(false);
    }

    /// <inheritdoc cref="ServerProcess.KillAsync"/>
    public Task KillAsync()
    {
        IsDown = true;
        return Process.KillAsync();
    }

    /// <inheritdoc cref="ServerProcess.StopAsync"/>
    public Task StopAsync()
    {
        IsDown = true;
        return Process.StopAsync();
    }

    /// <summary>Starts it again on the same data and port, if it is down.</summary>
    /// <exception cref="ServerException">It does not start.</exception>
    public async Task StartAgainAsync(CancellationToken cancellationToken)
    {
        if (!IsDown) return;
        var ended = Process;
        Process = await ended.RestartAsync(cancellationToken).ConfigureAwait(false);
        IsDown = false;
        await ended.DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc cref="ServerProcess.Pause"/>
    public void Pause(bool isHalted) => Process.Pause(isHalted);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await Process.DisposeAsync().ConfigureAwait(false);
        Directory.Delete(Process.Folder, recursive: true);
        _owned?.Dispose();
    }

    private static async Task<OwnServer> StartAsync(string folder, IDisposable? owned, Func<string, int, Task<ServerProcess>> start)
    {
        try
        {
            return new OwnServer(await start(folder, Ports.PickFree()).ConfigureAwait(false), owned);
        }
        catch
        {
            Directory.Delete(folder, recursive: true);
            owned?.Dispose();
            throw;
        }
    }
}
