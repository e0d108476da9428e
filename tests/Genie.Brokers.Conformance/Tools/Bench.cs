namespace Genie.Brokers.Conformance.Tools;

/// <summary>A broker, a fresh channel and what was opened on them; disposing closes all and removes the channels.</summary>
internal sealed class Bench(ConformanceSubject subject, CancellationToken cancellationToken) : IAsyncDisposable
{
    private readonly List<string> _channels = [];
    private string? _channel;

    /// <summary>The broker under test.</summary>
    public IBroker Broker { get; } = subject.CreateBroker();

    /// <summary>The channel of calls that name none.</summary>
    public string Channel => _channel ??= NewChannel();

    public string NewChannel()
    {
        _channels.Add(ConformanceSubject.NewChannel());
        return _channels[^1];
    }

    public async Task<IBrokerConnection> ConnectAsync(ConnectionOptions? options = null, string? channel = null) =>
        await Broker.ConnectAsync(
            channel ?? Channel, options ?? new ConnectionOptions { RequestTimeout = subject.RequestTimeout }, cancellationToken).ConfigureAwait(false);

    public async Task<IAsyncDisposable> ListenAsync(MessageHandler handler, ListenOptions? options = null, string? channel = null) =>
        await Broker.ListenAsync(channel ?? Channel, options ?? new ListenOptions { Concurrency = 8 }, handler, cancellationToken).ConfigureAwait(false);

    public async ValueTask DisposeAsync()
    {
        try
        {
            foreach (var channel in _channels)
            {
                await Broker.DeleteChannelAsync(channel, CancellationToken.None).ConfigureAwait(false);
            }
        }
        finally
        {
            await Broker.DisposeAsync().ConfigureAwait(false);
        }
    }
}
