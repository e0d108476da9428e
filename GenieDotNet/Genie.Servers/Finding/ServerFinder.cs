using Genie.Brokers.Drivers;

namespace Genie.Servers.Finding;

/// <summary>Finds a system's server, or starts one.</summary>
public static class ServerFinder
{
    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Uses the server that GENIE_{NAME}_URL names, one started before, or one on the standard port; else starts one, by
    /// docker compose where an engine answers, else as a process where the server is installed.
    /// </summary>
    /// <param name="system">The system; <see cref="ServerInstaller"/> installs it where it is missing.</param>
    /// <param name="options">How it may be started.</param>
    /// <param name="cancellationToken">Abandons the search or the start; what was started is ended.</param>
    /// <exception cref="ServerException">There is none and none can be started; the message says what to do.</exception>
    public static async Task<FoundServer> EnsureAsync(ServerSystem system, StartOptions options, CancellationToken cancellationToken)
    {
        using var held = await ServerFolders.LockAsync(system, cancellationToken).ConfigureAwait(false);
        var found = await FindAsync(system, cancellationToken).ConfigureAwait(false) ?? await ServerStarter.StartAsync(system, options, cancellationToken).ConfigureAwait(false);
        if (ServerRecord.Read(system) is not { } record || record.Url != found.Url) return found;
        if (options.IsTemporary) return found with { Use = ServerFolders.Use(system) };
        if (record.IsTemporary) (record with { IsTemporary = false }).Write(system);
        return found;
    }

    /// <summary>Looks for a server that runs; null where there is none.</summary>
    /// <exception cref="ServerException">GENIE_{NAME}_URL names one that does not answer.</exception>
    public static async Task<FoundServer?> FindAsync(ServerSystem system, CancellationToken cancellationToken)
    {
        if (Environment.GetEnvironmentVariable(system.UrlVariable) is { Length: > 0 } given)
        {
            if (!Uri.TryCreate(given, UriKind.Absolute, out var url) || (!url.IsFile && MaskedText.IsCutShort(url))) throw new ServerException($"{system.UrlVariable} is no URL. {MaskedText.UrlHint}");
            return await TryAsync(system, url, cancellationToken).ConfigureAwait(false)
                ?? throw new ServerException($"{system.UrlVariable} names {system.PlaceOf(url)}, where no {system.Title} server answers. Start it, or unset the variable to use one on this machine.");
        }

        if (ServerRecord.Read(system) is { } record && await TryAsync(system, record.Url, cancellationToken).ConfigureAwait(false) is { } started) return started;
        return await TryAsync(system, system.StandardUrl, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Asks a server at a URL what it is; null where nothing, or something else, answers.</summary>
    internal static async Task<FoundServer?> TryAsync(ServerSystem system, Uri url, CancellationToken cancellationToken)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(ProbeTimeout);
        try
        {
            return await system.ProbeAsync(url, timeout.Token).ConfigureAwait(false) is { } version
                ? new FoundServer(system, url, version, ServerOrigin.Running) : null;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return null;
        }
    }
}
