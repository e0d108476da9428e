namespace Genie.Servers.Finding;

/// <summary>Where a server came from.</summary>
public enum ServerOrigin
{
    /// <summary>It ran already.</summary>
    Running,

    /// <summary>Started now, by docker compose.</summary>
    Compose,

    /// <summary>Started now, as a process.</summary>
    Native,
}

/// <summary>A server that answers.</summary>
/// <param name="System">The system.</param>
/// <param name="Url">Where it listens. Give it to the driver as its setting <c>url</c>.</param>
/// <param name="Version">What it says it is: <c>nats-server 2.9.10</c>.</param>
/// <param name="Origin">Where it came from.</param>
public sealed record FoundServer(ServerSystem System, Uri Url, string Version, ServerOrigin Origin)
{
    /// <summary>True if <see cref="ServerFinder"/> started it; whoever asked ends it with <see cref="StopAsync"/>,
    /// or leaves it running for <c>genie down</c>.</summary>
    public bool WasStarted => Origin != ServerOrigin.Running;

    /// <summary>Held while it is used, where it was asked for as <see cref="StartOptions.IsTemporary"/>.</summary>
    internal IDisposable? Use { get; init; }

    /// <summary>Ends the server if it was started for this, a temporary one if nobody else uses it any more; else does nothing.</summary>
    public Task StopAsync(CancellationToken cancellationToken) =>
        Use is not null ? ServerStopper.LeaveAsync(System, Use, cancellationToken)
        : WasStarted ? ServerStopper.EndAsync(System, deleteData: false, cancellationToken) : Task.CompletedTask;
}
