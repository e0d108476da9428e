using Genie.Observing;

namespace Genie.Brokers.Encryption.Listening;

/// <summary>Counts what listeners refuse, reports it, and passes it on to where it is kept.</summary>
internal sealed class RefusedMessages(IBroker broker, EncryptionOptions options) : IAsyncDisposable
{
    private readonly SemaphoreSlim _opening = new(1, 1);
    private readonly Dictionary<string, IBrokerConnection> _connections = [];
    private long _count;

    public long Total => Volatile.Read(ref _count);

    public void Count(string channel, RefusedException refusal)
    {
        Interlocked.Increment(ref _count);
        Observers.Tell(options.OnRefused, nameof(EncryptionOptions.OnRefused), new RefusedMessage(channel, refusal.Reason, refusal.Sender));
    }

    /// <summary>
    /// Passes a one-way message on, as it came; it may be settled then. With nowhere to keep it, it ends in an error as one whose handler fails
    /// does, but not where the system would deliver it again without end: it is refused each time.
    /// </summary>
    /// <exception cref="EncryptionException">There is nowhere to keep it.</exception>
    public async ValueTask RefuseAsync(string channel, byte[] message, RefusedException refusal, ListenOptions listening, CancellationToken cancellationToken)
    {
        Count(channel, refusal);
        if (options.RefusedChannel is null)
        {
            if (broker.Traits.RedeliversFailures && listening.Redelivery.DeliveriesMax == int.MaxValue) return;
            throw new EncryptionException(broker.Traits.Broker, refusal.Reason);
        }

        var connection = await OpenAsync(options.RefusedChannel(channel), cancellationToken).ConfigureAwait(false);
        await connection.SendAsync(message, cancellationToken).ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var connection in _connections.Values) await connection.DisposeAsync().ConfigureAwait(false);
        _opening.Dispose();
    }

    private async ValueTask<IBrokerConnection> OpenAsync(string channel, CancellationToken cancellationToken)
    {
        await _opening.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (!_connections.TryGetValue(channel, out var connection))
                _connections[channel] = connection = await broker.ConnectAsync(channel, new ConnectionOptions(), cancellationToken).ConfigureAwait(false);
            return connection;
        }
        finally
        {
            _opening.Release();
        }
    }
}
