namespace Genie.Brokers.Drivers;

/// <summary>The connections and listeners that a broker has handed out and closes with itself.</summary>
public sealed class OwnedDisposables : IAsyncDisposable
{
    private readonly HashSet<IAsyncDisposable> _owned = new(ReferenceEqualityComparer.Instance);
    private bool _disposed;

    /// <summary>Takes <paramref name="disposable"/> over and returns it.</summary>
    /// <exception cref="ObjectDisposedException">The owner was disposed meanwhile; so is <paramref name="disposable"/> then.</exception>
    public async ValueTask<T> AddAsync<T>(T disposable)
        where T : IAsyncDisposable
    {
        lock (_owned)
        {
            if (!_disposed)
            {
                _owned.Add(disposable);
                return disposable;
            }
        }

        await disposable.DisposeAsync().ConfigureAwait(false);
        throw new ObjectDisposedException(nameof(IBroker));
    }

    /// <summary>Takes <paramref name="disposable"/> over once <paramref name="opening"/> it has succeeded; disposes it where not.</summary>
    public async ValueTask<T> OpenAsync<T>(T disposable, ValueTask opening)
        where T : IAsyncDisposable
    {
        try
        {
            await opening.ConfigureAwait(false);
        }
        catch
        {
            await disposable.DisposeAsync().ConfigureAwait(false);
            throw;
        }

        return await AddAsync(disposable).ConfigureAwait(false);
    }

    /// <summary>Lets go of what its user has disposed, so that a broker of many short connections keeps none of them.</summary>
    public void Forget(IAsyncDisposable disposable)
    {
        lock (_owned) _owned.Remove(disposable);
    }

    /// <summary>Disposes all that is left; again, it does nothing.</summary>
    public async ValueTask DisposeAsync()
    {
        IAsyncDisposable[] left;
        lock (_owned)
        {
            _disposed = true;
            left = [.. _owned];
            _owned.Clear();
        }

        await Task.WhenAll(left.Select(disposable => disposable.DisposeAsync().AsTask())).ConfigureAwait(false);
    }
}
