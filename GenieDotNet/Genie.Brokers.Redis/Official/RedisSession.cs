using Genie.Brokers.Links;
using StackExchange.Redis;

namespace Genie.Brokers.Redis.Official;

/// <summary>The multiplexers of one connection or listener, from their greeting to the end of the first of them.</summary>
internal abstract class RedisSession : ILinkSession
{
    private readonly TaskCompletionSource<Exception> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly RedisEndpoint _endpoint;
    private readonly ConnectionMultiplexer[] _links;

    protected RedisSession(RedisEndpoint endpoint, params ConnectionMultiplexer[] links)
    {
        _endpoint = endpoint;
        _links = links;
        foreach (var link in links)
        {
            link.ConnectionFailed += (_, lost) => End(RedisErrors.Lost(endpoint, lost));
            if (!link.IsConnected) End(new LinkLostException(endpoint.Link.Broker, "it ended while it was set up"));
        }
    }

    public Task<Exception> Ended => _ended.Task;

    /// <summary>Why it ended; null while it has not.</summary>
    protected Exception? Cause => _ended.Task.IsCompleted ? _ended.Task.Result : null;

    public async ValueTask CloseAsync(TimeSpan patience)
    {
        try
        {
            await DrainAsync().AsTask().WaitAsync(patience).ConfigureAwait(false);
        }
        catch (Exception error) when (error is BrokerException or TimeoutException)
        {
            // It ends either way; what was not confirmed or acknowledged is known to be open.
        }

        await DisposeAsync().ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        End(new LinkLostException(_endpoint.Link.Broker, "it was closed"));
        foreach (var link in _links) await link.CloseAsync(allowCommandsToComplete: false).ConfigureAwait(false);
        await StopAsync().ConfigureAwait(false);
    }

    /// <summary>The contract's error for what the library threw.</summary>
    public Exception Translate(Exception error) => Cause ?? RedisErrors.Translate(_endpoint, error);

    /// <summary>Waits until what was given to the library has had its effect on the server.</summary>
    protected abstract ValueTask DrainAsync();

    /// <summary>Ends what the session itself keeps running; the links are closed then.</summary>
    protected virtual ValueTask StopAsync() => ValueTask.CompletedTask;

    /// <summary>Ends the session; the first cause given stays.</summary>
    protected void End(Exception cause) => _ended.TrySetResult(cause);
}
