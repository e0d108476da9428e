namespace Genie.Brokers.Orleans.Official.Sending;

/// <summary>The cluster as the connections of a process see it: connected to when first needed, and anew by another client of Orleans' after each loss.</summary>
/// <param name="endpoint">Where it is.</param>
internal sealed class ClusterClient(OrleansEndpoint endpoint) : IAsyncDisposable
{
    private readonly Lock _lock = new();
    private Task<OpenClient>? _open;
    private Task _leaving = Task.CompletedTask;

    /// <summary>The client that is connected, or a new one.</summary>
    /// <exception cref="BrokerException">No silo answers.</exception>
    public Task<OpenClient> GetAsync(CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            if (_open is { IsCompletedSuccessfully: true } known && known.Result.Lost.IsCompleted)
            {
                _leaving = Task.WhenAll(_leaving, known.Result.DisposeAsync().AsTask());
                _open = null;
            }

            if (_open is null or { IsFaulted: true }) _open = OpenClient.ConnectAsync(endpoint);
            return _open.WaitAsync(cancellationToken);
        }
    }

    /// <summary>Closes the client.</summary>
    public async ValueTask DisposeAsync()
    {
        Task<OpenClient>? open;
        lock (_lock) open = _open;
        if (open is not null)
        {
            await ((Task)open).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (open.IsCompletedSuccessfully) await open.Result.DisposeAsync().ConfigureAwait(false);
        }

        await _leaving.ConfigureAwait(false);
    }
}
