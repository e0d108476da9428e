using Genie.Brokers.Links;

namespace Genie.Brokers.Redis.Official;

/// <summary>Consumes one stream over a link that is restored when lost. Its name stays, and so it finds what it was given before.</summary>
internal sealed class RedisListener : IAsyncDisposable
{
    private readonly Action<IAsyncDisposable> _disposed;
    private readonly SupervisedLink<ListeningSession> _link;

    public RedisListener(RedisEndpoint endpoint, string channel, ListenOptions options, MessageHandler handler, Action<IAsyncDisposable> disposed)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.Concurrency);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.Prefetch);
        _disposed = disposed;
        var consumer = $"{Environment.MachineName}-{Environment.ProcessId}-{Guid.NewGuid():n}";

        // Handlers that run are waited for however long they take; each ends by its token if the link is lost.
        _link = new SupervisedLink<ListeningSession>(
            endpoint.Link with { CloseTimeout = Timeout.InfiniteTimeSpan }, token => ListeningSession.OpenAsync(endpoint, channel, consumer, options, handler, token), static _ => { });
    }

    public ValueTask OpenAsync(CancellationToken cancellationToken) => _link.ConnectAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await _link.DisposeAsync().ConfigureAwait(false);
        _disposed(this);
    }
}
