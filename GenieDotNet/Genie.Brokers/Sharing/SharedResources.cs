namespace Genie.Brokers.Sharing;

/// <summary>
/// What the brokers of one process have in common by address, such as a bound port: opened for the first who asks, closed
/// with the last who lets go.
/// </summary>
/// <typeparam name="TResource">What is shared.</typeparam>
public sealed class SharedResources<TResource>
    where TResource : class, IAsyncDisposable
{
    private readonly Lock _lock = new();
    private readonly Dictionary<string, (TResource Resource, int Users)> _open = [];
    private Task _lastTurn = Task.CompletedTask;

    /// <summary>The resource at this address: the one that is there, or a new one. Each acquisition needs its release.</summary>
    /// <param name="address">What tells one resource from another.</param>
    /// <param name="open">Opens one; what it throws reaches the caller.</param>
    public async ValueTask<TResource> AcquireAsync(string address, Func<ValueTask<TResource>> open)
    {
        var turn = await TakeTurnAsync().ConfigureAwait(false);
        try
        {
            var (resource, users) = _open.TryGetValue(address, out var found) ? found : (await open().ConfigureAwait(false), 0);
            _open[address] = (resource, users + 1);
            return resource;
        }
        finally
        {
            turn.SetResult();
        }
    }

    /// <summary>Closes the resource if nobody else uses it.</summary>
    public async ValueTask ReleaseAsync(string address)
    {
        var turn = await TakeTurnAsync().ConfigureAwait(false);
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
            turn.SetResult();
        }
    }

    // Opening waits for closing: a port that is asked for again must be free by then.
    private async ValueTask<TaskCompletionSource> TakeTurnAsync()
    {
        var turn = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Task before;
        lock (_lock)
        {
            before = _lastTurn;
            _lastTurn = turn.Task;
        }

        await before.ConfigureAwait(false);
        return turn;
    }
}
