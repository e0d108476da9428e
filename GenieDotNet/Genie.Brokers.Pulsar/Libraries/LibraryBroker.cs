using Genie.Brokers.Drivers;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Pulsar.Wire;

namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>
/// Pulsar through a client library. The libraries try for ever to reach a broker that is not there, and report neither its
/// version nor what they were refused for: so the wire driver goes first, each time, and it removes channels.
/// </summary>
/// <param name="options">The settings.</param>
/// <param name="driver">Which client it is.</param>
/// <param name="sending">How it sends, for reports.</param>
/// <param name="open">Makes one client of one server.</param>
internal sealed class LibraryBroker(PulsarOptions options, DriverDescription driver, string sending, Func<PulsarOptions, ServerAddress, ValueTask<IPulsarLibrary>> open) : DriverBroker
{
    private readonly PulsarWireBroker _wire = new(options);
    private readonly LinkOptions _link = options.Link;

    public PulsarOptions Options => options;

    public PulsarHeaders Headers { get; } = new(options);

    /// <summary>See <see cref="PulsarWireBroker.Limit"/>.</summary>
    public PayloadLimit Limit => _wire.Limit;

    /// <inheritdoc/>
    public override BrokerTraits Traits => _wire.Traits with { Client = driver.Client, ClientVersion = driver.ClientVersion, Remarks = _wire.Describe(sending) };

    /// <inheritdoc/>
    protected override ValueTask DeleteAsync(string channel, CancellationToken cancellationToken)
    {
        ThrowIfDisposed();
        return _wire.DeleteChannelAsync(channel, cancellationToken);
    }

    /// <summary>Nothing: what reads for listeners to all leaves nothing at the broker.</summary>
    protected override ValueTask DeleteBroadcastAsync(string channel, CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <summary>A link that is a client of the library.</summary>
    /// <param name="topic">The topic that the broker must serve before the library is let loose.</param>
    /// <param name="begin">Opens what the session consists of, given how many partitions the topic has; 0 for none.</param>
    /// <param name="lost">Told when a session has ended.</param>
    public SupervisedLink<LibrarySession> CreateLink(
        string topic, Func<IPulsarLibrary, int, CancellationToken, ValueTask<LibrarySession>> begin, Action<Exception> lost)
    {
        return new SupervisedLink<LibrarySession>(_link with { Servers = null }, OpenSessionAsync, lost);

        async ValueTask<LibrarySession> OpenSessionAsync(CancellationToken cancellationToken)
        {
            var partitions = await _wire.VisitAsync(topic, _link, cancellationToken).ConfigureAwait(false);
            var library = await open(options, _link.Servers?.Candidates[0] ?? new ServerAddress(_link.Host, _link.Port)).ConfigureAwait(false);
            try
            {
                // The library takes no tokens everywhere; what it opens too late is closed with it.
                return (await begin(library, partitions, cancellationToken).AsTask().WaitAsync(cancellationToken).ConfigureAwait(false)).Start();
            }
            catch (Exception error)
            {
                await library.DisposeAsync().ConfigureAwait(false);
                throw LibraryErrors.Translate(error);
            }
        }
    }

    /// <summary>Asks how many partitions a topic has; 0 for none.</summary>
    public ValueTask<int> CountPartitionsAsync(string topic, CancellationToken cancellationToken) => _wire.VisitAsync(topic, _link, cancellationToken);

    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions connectionOptions, CancellationToken cancellationToken) =>
        new(new LibraryConnection(this, PulsarTopic.Of(options, channel), connectionOptions));

    /// <inheritdoc/>
    protected override ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions listenOptions, MessageHandler handler, CancellationToken cancellationToken)
    {
        if (listenOptions.Delivery == Delivery.Competing) _wire.NoteGroup(channel, listenOptions.Group);
        return new(new LibraryListener(this, PulsarTopic.Of(options, channel), listenOptions, handler));
    }

    /// <inheritdoc/>
    protected override ValueTask EndAsync() => _wire.DisposeAsync();
}
