using System.Collections.Concurrent;

namespace Genie.Brokers.Drivers;

/// <summary>The connections and listeners that a broker made and that are still open, so that disposing it closes them.</summary>
public sealed class OpenResources : IAsyncDisposable
{
    private readonly ConcurrentDictionary<IAsyncDisposable, byte> _open = new();
    private int _disposed;

    /// <summary>Refuses to make anything on a disposed broker.</summary>
    public void ThrowIfDisposed() => ObjectDisposedException.ThrowIf(Volatile.Read(ref _disposed) != 0, typeof(IBroker));

    /// <summary>Keeps and returns <paramref name="resource"/> once it is open; disposes it if opening fails, or the broker is disposed meanwhile.</summary>
    public async ValueTask<T> OpenAsync<T>(T resource, ValueTask opening)
        where T : IAsyncDisposable
    {
        try
        {
            await opening.ConfigureAwait(false);
            _open[resource] = 0;
            ThrowIfDisposed();
            return resource;
        }
        catch
        {
            await resource.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Called by a resource that was disposed.</summary>
    public void Forget(IAsyncDisposable resource) => _open.TryRemove(resource, out _);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        Volatile.Write(ref _disposed, 1);
        await Task.WhenAll(_open.Keys.Select(resource => resource.DisposeAsync().AsTask())).ConfigureAwait(false);
    }
}
