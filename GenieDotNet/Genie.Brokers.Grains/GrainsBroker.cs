using System.Globalization;
using Genie.Brokers.Drivers;
using Genie.Brokers.Sharing;
using Genie.Grains;

namespace Genie.Brokers.Grains;

/// <summary>
/// Virtual grains of one process in the place of a messaging system: a channel is some grains, a message waits in the mailbox of one and
/// is handled in its turn.
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
        Traits = new BrokerTraits
        {
            Broker = GrainsDrivers.Name,
            Client = GrainsDrivers.Client,
            ClientVersion = GrainsDrivers.ClientVersion,
            Server = "in process",
            Confirmations = [Confirmation.Buffered],
            MaxPayloadBytes = options.MaxMessageBytes,
            OrderedPerSender = true,
            CanRedeliver = false,
            InProcess = true,
        };
    }

    /// <inheritdoc/>
    public override BrokerTraits Traits { get; }

    internal GrainsOptions Options { get; }

    internal ChannelTurns<GrainsListener> Listeners { get; } = new();

    /// <inheritdoc/>
    protected override ValueTask<IBrokerConnection> OpenConnectionAsync(string channel, ConnectionOptions options, CancellationToken cancellationToken)
    {
        var stream = Interlocked.Increment(ref _connections) % (uint)Options.Streams;
        var key = string.Create(CultureInfo.InvariantCulture, $"{channel}/{stream}");
        return OpenAsync<IBrokerConnection>(new GrainsConnection(this, channel, key, _streams, options), ValueTask.CompletedTask);
    }

    /// <inheritdoc/>
    protected override ValueTask<IAsyncDisposable> OpenListenerAsync(
        string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        var listener = new GrainsListener(this, channel, options, handler);
        Listeners.Add(channel, listener);
        return OpenAsync<IAsyncDisposable>(listener, ValueTask.CompletedTask);
    }

    /// <inheritdoc/>
    protected override ValueTask EndAsync() => _runtime.DisposeAsync();
}
