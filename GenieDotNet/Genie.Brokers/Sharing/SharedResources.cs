using System.Diagnostics.CodeAnalysis;

namespace Genie.Brokers.Sharing;

/// <summary>
/// What the brokers of one process have in common by address, such as a bound port: opened for the first who asks, closed
/// with the last who lets go.
/// </summary>
/// <typeparam name="TResource">What is shared.</typeparam>
[SuppressMessage("Design", "CA1001", Justification = "The semaphore has no handle to free, and the process shares it to its end.")]
public sealed class SharedResources<TResource>
    where TResource : class, IAsyncDisposable
{
    // Opening waits for closing: a port that is asked for again must be free by then.
    private readonly SemaphoreSlim _gate = new(1, 1);
    private readonly Dictionary<string, (TResource Resource, int Users)> _open = [];

    /// <summary>The resource at this address: the one that is there, or a new one. Each acquisition needs its release.</summary>
    /// <param name="address">What distinguishes one resource from another.</param>
    /// <param name="open">Opens one; what it throws reaches the caller.</param>
    public async ValueTask<TResource> AcquireAsync(string address, Func<ValueTask<TResource>> open)
    {
        await _gate.WaitAsync().ConfigureAwait(false);
        try
        {
            var (resource, users) = _open.TryGetValue(address, out var found) ? found : (await open().ConfigureAwait(false), 0);
            _open[address] = (resource, users + 1);
            return resource;
        }
        finally
        {
            _gate.Release();
        }
    }

    /// <summary>Closes the resource if nobody else uses it.</summary>
    public async ValueTask ReleaseAsync(string address)
    {
        await _gate.WaitAsync().ConfigureAwait(false);
        try
        {
            var (resource, users) = _open[address];
            _open[address] = (resource, users - 1);
            if (users > 1) return;
            _open.Remove(address);
            await resource.DisposeAsync().ConfigureAwait(false);
        }
        finally
        {
            _gate.Release();
        }
    }
}
