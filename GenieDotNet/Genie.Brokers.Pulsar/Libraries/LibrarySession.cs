using Genie.Brokers.Links;

namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>
/// One client of a library from its first connection to the loss of it. The libraries would go on by themselves, but wait up
/// to a minute between attempts, and meanwhile hold what nobody knows the fate of; so a new client is made instead.
/// </summary>
/// <param name="library">The client.</param>
/// <param name="parts">What was opened with it; the session ends when one of them loses its connection.</param>
internal sealed class LibrarySession(IPulsarLibrary library, params ILibraryPart[] parts) : ILinkSession
{
    private readonly TaskCompletionSource<Exception> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly CancellationTokenSource _stopping = new();
    private Task _watching = Task.CompletedTask;
    private int _disposed;

    /// <inheritdoc/>
    public Task<Exception> Ended => _ended.Task;

    /// <summary>The client.</summary>
    public IPulsarLibrary Library => library;

    /// <summary>Begins to watch the connections.</summary>
    public LibrarySession Start()
    {
        _watching = Task.WhenAll(parts.Select(WatchAsync));
        return this;
    }

    /// <inheritdoc/>
    public async ValueTask CloseAsync(TimeSpan timeout)
    {
        if (Interlocked.Exchange(ref _disposed, 1) != 0) return;
        await _stopping.CancelAsync().ConfigureAwait(false);
        _ended.TrySetResult(new LinkLostException(PulsarDrivers.Broker, "it was closed"));
        await _watching.ConfigureAwait(false);

        // One by one: a client that is closed alone leaves the broker to find out about its consumers. A library that waits for
        // a broker that is gone is left to itself.
        foreach (var resource in parts.Cast<IAsyncDisposable>().Append(library))
            await Task.WhenAny(CloseAsync(resource), Task.Delay(timeout)).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => CloseAsync(TimeSpan.FromSeconds(1));

    private static async Task CloseAsync(IAsyncDisposable resource)
    {
        try
        {
            await resource.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception)
        {
            // Its link is gone, and it with it.
        }
    }

    private async Task WatchAsync(ILibraryPart part)
    {
        try
        {
            await part.WhenLostAsync(_stopping.Token).ConfigureAwait(false);
            _ended.TrySetResult(new LinkLostException(PulsarDrivers.Broker, "the library lost its connection"));
        }
        catch (Exception) when (_stopping.IsCancellationRequested)
        {
            // It is being closed.
        }
        catch (Exception error)
        {
            _ended.TrySetResult(LibraryErrors.Translate(error));
        }
    }
}
