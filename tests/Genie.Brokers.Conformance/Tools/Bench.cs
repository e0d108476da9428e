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

    /// <summary>A channel that nobody used before.</summary>
    /// <param name="length">Characters of its name, or more where a new name needs them.</param>
    public string NewChannel(int length = 0)
    {
        _channels.Add(ConformanceSubject.NewChannel().PadRight(length, '-'));
        return _channels[^1];
    }

    /// <summary>Notes a channel that is removed in the end.</summary>
    public void Track(string channel) => _channels.Add(channel);

    public async Task<IBrokerConnection> ConnectAsync(ConnectionOptions? options = null, string? channel = null) =>
        await Broker.ConnectAsync(
            channel ?? Channel, options ?? new ConnectionOptions { RequestTimeout = subject.RequestTimeout }, cancellationToken).ConfigureAwait(false);

    /// <summary>A connection that confirms as much as this system does short of its default, where that is weaker than the system's acceptance.</summary>
    public Task<IBrokerConnection> ConnectStronglyAsync(TimeSpan? requestTimeout = null) => ConnectAsync(new ConnectionOptions
    {
        RequestTimeout = requestTimeout ?? subject.RequestTimeout,
        Confirmation = Broker.Traits.Confirmations.Contains(Confirmation.Accepted) ? Confirmation.Accepted : null,
    });

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
