namespace Genie.Brokers.Encryption.Tests;

/// <summary>A broker that several share: disposing ends what was opened through here, and not the broker.</summary>
internal sealed class Unowned(IBroker inner) : IBroker
{
    private readonly List<IAsyncDisposable> _opened = [];

    public BrokerTraits Traits => inner.Traits;

    public async ValueTask<IBrokerConnection> ConnectAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var connection = await inner.ConnectAsync(channel, options, cancellationToken);
        _opened.Add(connection);
        return connection;
    }

    public async ValueTask<IAsyncDisposable> ListenAsync(string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var listener = await inner.ListenAsync(channel, options, handler, cancellationToken);
        _opened.Add(listener);
        return listener;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var opened in _opened) await opened.DisposeAsync();
    }
}
