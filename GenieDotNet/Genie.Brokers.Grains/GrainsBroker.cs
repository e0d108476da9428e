using System.Globalization;
using Genie.Brokers.Drivers;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Sharing;
using Genie.Grains;

namespace Genie.Brokers.Grains;

/// <summary>
/// Virtual grains of one process instead of a messaging system: a channel is some grains, a message waits in the mailbox of one and
/// is handled by it, one at a time.
/// </summary>
public sealed class GrainsBroker : DriverBroker
{
    private readonly GrainRuntime _runtime;
    private readonly GrainKind<GrainMessage, bool> _streams;
    private uint _connections;

    /// <summary>Starts the grains' runtime.</summary>
    public GrainsBroker(GrainsOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.Streams);
        Options = options;
        _runtime = new GrainRuntime(new GrainRuntimeOptions { MailboxCapacity = options.MailboxCapacity });
        _streams = _runtime.Register<GrainMessage, bool>("stream", _ => new StreamGrain(Listeners));
        Traits = GrainsDriver.Description.Traits([Confirmation.Buffered], options.MaxMessageBytes, "in process");
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits { get; }

    internal GrainsOptions Options { get; }

    internal ChannelListeners<GrainsListener> Listeners { get; } = new();

    /// <inheritdoc/>
    protected override ValueTask<MultiplexedConnection> CreateConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var stream = Interlocked.Increment(ref _connections) % (uint)Options.Streams;
        var key = string.Create(CultureInfo.InvariantCulture, $"{channel}/{stream}");
        return new(new GrainsConnection(this, channel, key, _streams, options));
    }

    /// <inheritdoc/>
    protected override ValueTask<IBrokerResource> CreateListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var listener = new GrainsListener(this, channel, options, handler);
        Listeners.Add(channel, listener);
        return new(listener);
    }

    /// <inheritdoc/>
    protected override ValueTask EndAsync() => _runtime.DisposeAsync();
}
