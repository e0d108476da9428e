using Genie.Brokers.Drivers;
using Genie.Brokers.Pulsar.Wire;

namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>
/// Pulsar through a client library. The libraries try for ever to reach a broker that is not there, and tell neither its
/// version nor what they were refused for: so the wire driver goes first, and it removes channels.
/// </summary>
/// <param name="options">The settings.</param>
/// <param name="driver">Which client it is.</param>
/// <param name="sending">How it sends, for reports.</param>
/// <param name="open">Makes one client.</param>
internal sealed class LibraryBroker(PulsarOptions options, IBrokerDriver driver, string sending, Func<PulsarOptions, ValueTask<IPulsarLibrary>> open) : DriverBroker
{
    private readonly PulsarWireBroker _wire = new(options, driver.ClientVersion);

    public PulsarOptions Options => options;

    /// <inheritdoc/>
    public override BrokerTraits Traits => _wire.Traits with { Client = driver.Client, ClientVersion = driver.ClientVersion, Remarks = _wire.Describe(sending) };

    /// <inheritdoc/>
    public override ValueTask DeleteChannelAsync(string channel, CancellationToken cancellationToken)
    {
        ThrowIfDisposed();
        return _wire.DeleteChannelAsync(channel, cancellationToken);
    }

    /// <summary>Makes a client of the library.</summary>
    public ValueTask<IPulsarLibrary> OpenLibraryAsync() => open(options);

    /// <inheritdoc/>
    protected override async ValueTask<IBrokerConnection> OpenConnectionAsync(string channel, ConnectionOptions connectionOptions, CancellationToken cancellationToken)
    {
        var topic = PulsarTopic.Of(options, channel);
        await _wire.VisitAsync(topic, cancellationToken).ConfigureAwait(false);
        var connection = new LibraryConnection(this, topic, connectionOptions);
        return await OpenAsync(connection, WithinTimeAsync(connection.ConnectAsync, cancellationToken)).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override async ValueTask<IAsyncDisposable> OpenListenerAsync(
        string channel, ListenOptions listenOptions, MessageHandler handler, CancellationToken cancellationToken)
    {
        var topic = PulsarTopic.Of(options, channel);
        await _wire.VisitAsync(topic, cancellationToken).ConfigureAwait(false);
        _wire.NoteGroup(channel, listenOptions.Group);
        var listener = new LibraryListener(this, topic, listenOptions, handler);
        return await OpenAsync(listener, WithinTimeAsync(listener.ConnectAsync, cancellationToken)).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override ValueTask EndAsync() => _wire.DisposeAsync();

    private async ValueTask WithinTimeAsync(Func<CancellationToken, Task> opening, CancellationToken cancellationToken)
    {
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limited.CancelAfter(options.ConnectTimeout);
        try
        {
            await opening(limited.Token).WaitAsync(limited.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException error) when (!cancellationToken.IsCancellationRequested)
        {
            throw new BrokerUnreachableException(PulsarDrivers.Broker, options.Address.Host, options.Address.Port, error);
        }
        catch (Exception error) when (error is not (BrokerException or OperationCanceledException))
        {
            throw LibraryErrors.Translate(error);
        }
    }
}
