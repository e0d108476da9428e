using Genie.Brokers.Links;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>Consumes one queue over a link that is restored when lost.</summary>
internal sealed class RabbitMQListener : IAsyncDisposable
{
    private readonly Action<IAsyncDisposable> _disposed;
    private readonly SupervisedLink<ListeningSession> _link;

    public RabbitMQListener(RabbitMQEndpoint endpoint, string channel, ListenOptions options, MessageHandler handler, Action<IAsyncDisposable> disposed)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.Concurrency);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.Prefetch);
        _disposed = disposed;

        // Handlers that run are waited for however long they take; each ends by its token if the link is lost.
        _link = new SupervisedLink<ListeningSession>(
            endpoint.Link with { CloseTimeout = Timeout.InfiniteTimeSpan }, token => ListeningSession.OpenAsync(endpoint, channel, options, handler, token), static _ => { });
    }

    public ValueTask OpenAsync(CancellationToken cancellationToken) => _link.ConnectAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await _link.DisposeAsync().ConfigureAwait(false);
        _disposed(this);
    }
}
