using Genie.Brokers.Sharing;

namespace Genie.Brokers.Orleans.Official;

/// <summary>A broker's share in what its process has in common: acquired with the first use and kept until the broker ends, as silos and clients take a second to start.</summary>
/// <param name="shared">What the process has.</param>
/// <param name="address">What distinguishes one resource from another.</param>
/// <param name="open">Opens one.</param>
internal sealed class SharedUse<TResource>(SharedResources<TResource> shared, string address, Func<ValueTask<TResource>> open) : IAsyncDisposable
    where TResource : class, IAsyncDisposable
{
    private readonly SemaphoreSlim _gate = new(1, 1);
    private TResource? _resource;
    private bool _isDisposed;

    /// <summary>The resource; an attempt that failed is made again by the next caller.</summary>
    public async ValueTask<TResource> GetAsync()
    {
        await _gate.WaitAsync().ConfigureAwait(false);
        try
        {
            ObjectDisposedException.ThrowIf(_isDisposed, typeof(IBroker));
            return _resource ??= await shared.AcquireAsync(address, open).ConfigureAwait(false);
        }
        finally
        {
            _gate.Release();
        }
    }

    /// <summary>Gives it up.</summary>
    public async ValueTask DisposeAsync()
    {
        await _gate.WaitAsync().ConfigureAwait(false);
        _isDisposed = true;
        if (Interlocked.Exchange(ref _resource, null) is not null) await shared.ReleaseAsync(address).ConfigureAwait(false);
        _gate.Release();
    }
}
