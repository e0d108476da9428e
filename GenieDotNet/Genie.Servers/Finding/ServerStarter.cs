namespace Genie.Servers.Finding;

/// <summary>Starts a system's server, in a container or as a process.</summary>
internal static class ServerStarter
{
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromMinutes(3);
    private static readonly TimeSpan RetryDelay = TimeSpan.FromMilliseconds(200);

    public static async Task<FoundServer> StartAsync(ServerSystem system, StartOptions options, CancellationToken cancellationToken)
    {
        if (!options.Native && system.ComposeService.Length > 0 && await DockerCompose.FindAsync(cancellationToken).ConfigureAwait(false) is { } compose)
            return await StartContainerAsync(compose, system, PortOf(system.StandardPort, options), options, cancellationToken).ConfigureAwait(false);
        var start = system.NativeStart() ?? throw new ServerException(HowToGet(system));
        return await StartProcessAsync(system, PortOf(system.NativePort ?? system.StandardPort, options), start, options, cancellationToken).ConfigureAwait(false);
    }

    // A temporary one where others look for one would be used by programs that do not know when it ends.
    private static int PortOf(int standardPort, StartOptions options) => options.IsTemporary ? Ports.PickFree() : Ports.PickFree(standardPort);

    /// <summary>How the user gets a server where none runs.</summary>
    public static string HowToGet(ServerSystem system)
    {
        var (docker, install) = (system.ComposeService.Length > 0 ? "start docker, or " : "", $"'./genie up {system.Name} --install'");
        var way = system.DebianPackages.Count > 0
            ? $"{docker}install it (Debian: {install}, or apt-get install {string.Join(' ', system.DebianPackages)}), or name one with {system.UrlVariable}."
            : $"{docker}{(system.ReleaseTitle.Length > 0 ? $"let {install} fetch {system.ReleaseTitle}, or " : "")}name a server with {system.UrlVariable}, or a program that starts one with {system.StartVariable}.";
        return $"No {system.Title} server runs here, and none can be started. {char.ToUpperInvariant(way[0])}{way[1..]}";
    }

    private static async Task<FoundServer> StartProcessAsync(
        ServerSystem system, int port, Func<string, int, CancellationToken, Task<ServerProcess>> start, StartOptions options, CancellationToken cancellationToken)
    {
        var record = new ServerRecord(system.UrlOf(ServerFolders.Of(system), port), ServerOrigin.Native, options.IsTemporary);
        record.Write(system);
        try
        {
            await start(ServerFolders.Of(system), port, cancellationToken).ConfigureAwait(false);
            record = record with { Url = system.UrlOf(ServerFolders.Of(system), port, system.NativeCredentials(ServerFolders.Of(system))) };
            record.Write(system);
            return await WaitForAnswerAsync(system, record, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            await ServerStopper.StopAsync(system, deleteData: false, CancellationToken.None).ConfigureAwait(false);
            throw;
        }
    }

    private static async Task<FoundServer> StartContainerAsync(DockerCompose compose, ServerSystem system, int port, StartOptions options, CancellationToken cancellationToken)
    {
        var record = new ServerRecord(system.LocalUrl(port, system.ContainerCredentials()), ServerOrigin.Compose, options.IsTemporary);
        record.Write(system);
        try
        {
            await compose.UpAsync(system, port, cancellationToken).ConfigureAwait(false);
            return await WaitForAnswerAsync(system, record, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            await ServerStopper.StopAsync(system, deleteData: false, CancellationToken.None).ConfigureAwait(false);
            throw;
        }
    }

    private static async Task<FoundServer> WaitForAnswerAsync(ServerSystem system, ServerRecord record, CancellationToken cancellationToken)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(AnswerTimeout);
        while (true)
        {
            if (await ServerFinder.TryAsync(system, record.Url, cancellationToken).ConfigureAwait(false) is { } found) return found with { Origin = record.Origin };
            try
            {
                await Task.Delay(RetryDelay, timeout.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
            {
                throw new ServerException($"{system.Title} was started at {system.PlaceOf(record.Url)} but did not answer within {AnswerTimeout.TotalMinutes:0} minutes; its folder is {ServerFolders.Of(system)}.");
            }
        }
    }
}
