namespace Genie.Brokers.ZeroMQ.Sharing;

/// <summary>
/// The ports bound in this process: one endpoint an address, shared by its listeners as one ZeroMQ socket would be, and
/// closed with the last of them.
/// </summary>
internal sealed class SharedEndpoints<TEndpoint>
    where TEndpoint : class, IAsyncDisposable
{
    private readonly Lock _lock = new();
    private readonly Dictionary<string, (TEndpoint Endpoint, int Users)> _bound = [];

    /// <summary>The endpoint at this address: the one that is there, or a new one. Each acquisition needs its release.</summary>
    public TEndpoint Acquire(string address, Func<TEndpoint> bind)
    {
        lock (_lock)
        {
            var (endpoint, users) = _bound.TryGetValue(address, out var found) ? found : (bind(), 0);
            _bound[address] = (endpoint, users + 1);
            return endpoint;
        }
    }

    /// <summary>Closes the endpoint if nobody else uses it.</summary>
    public async ValueTask ReleaseAsync(string address)
    {
        TEndpoint endpoint;
        lock (_lock)
        {
            (endpoint, var users) = _bound[address];
            _bound[address] = (endpoint, users - 1);
            if (users > 1) return;
            _bound.Remove(address);
        }

        await endpoint.DisposeAsync().ConfigureAwait(false);
    }
}
