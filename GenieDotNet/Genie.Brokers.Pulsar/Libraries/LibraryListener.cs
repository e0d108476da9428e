using System.Threading.Channels;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>One consumer of a subscription, which acknowledges each message by itself.</summary>
internal sealed class LibraryListener : MessageDispatcher<LibraryMessage>
{
    private readonly LibraryBroker _broker;
    private readonly string _topic;
    private readonly ListenOptions _options;
    private readonly CancellationTokenSource _receivingEnd = new();
    private readonly IdleTopics<LibraryAnswerTopic> _answers;
    private IPulsarLibrary? _library;
    private ILibraryConsumer? _consumer;
    private Task _receiving = Task.CompletedTask;
    private int _disposed;

    public LibraryListener(LibraryBroker broker, string topic, ListenOptions options, MessageHandler handler)
        : base(options, handler)
    {
        PulsarTopic.Check("the listener's group", options.Group);
        _broker = broker;
        _topic = topic;
        _options = options;
        _answers = new(name => new LibraryAnswerTopic(_library!, name));
    }

    /// <summary>Subscribes; see <see cref="IBroker.ListenAsync"/>.</summary>
    public async Task ConnectAsync(CancellationToken cancellationToken)
    {
        _library = await _broker.OpenLibraryAsync().ConfigureAwait(false);
        _consumer = await _library.SubscribeAsync(_topic, _options.Group, _options.Prefetch, cancellationToken).ConfigureAwait(false);
        _receiving = Task.Run(ReceiveAsync, CancellationToken.None);
    }

    /// <inheritdoc/>
    public override async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) == 0)
        {
            await _receivingEnd.CancelAsync().ConfigureAwait(false);
            await base.DisposeAsync().ConfigureAwait(false);
            await _receiving.ConfigureAwait(false);
            foreach (var answers in _answers.All) await answers.FlushAsync(_broker.Options.ConnectTimeout).ConfigureAwait(false);
            await LibraryClosing.CloseAsync(_broker.Options.ConnectTimeout, _consumer, _library).ConfigureAwait(false);
            _broker.Forget(this);
        }

        await base.DisposeAsync().ConfigureAwait(false);
        GC.SuppressFinalize(this);
    }

    /// <inheritdoc/>
    protected override bool WantsReply(in LibraryMessage route) => route.Properties.ReplyTo.Length > 0;

    /// <inheritdoc/>
    protected override async ValueTask ReplyAsync(LibraryMessage route, ReadOnlyMemory<byte> envelope)
    {
        var fitting = ReplyEnvelope.Limit(PulsarDrivers.Broker, envelope, _broker.Traits.MaxPayloadBytes + ReplyEnvelope.HeaderBytes);
        await _answers.Find(route.Properties.ReplyTo).PostAsync(fitting.ToArray(), route.Properties.Correlation).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override async ValueTask SettleAsync(LibraryMessage route, bool handled)
    {
        // A broker remembers nothing of non-persistent messages; Go's library even drops what follows an acknowledged one.
        if (!_broker.Options.Persistent) return;
        var isRefused = !handled && !WantsReply(route) && route.RedeliveryCount < _broker.Options.RedeliveriesMax;
        try
        {
            if (isRefused) await _consumer!.RefuseAsync(route.Id).ConfigureAwait(false);
            else await _consumer!.AcknowledgeAsync(route.Id).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            // With its link gone, the broker delivers the message again.
            OnError(error);
        }
    }

    private async Task ReceiveAsync()
    {
        await foreach (var message in LibraryReceiving.Of(_consumer!, _receivingEnd.Token).ConfigureAwait(false))
        {
            try
            {
                await DispatchAsync(message.Payload, message).ConfigureAwait(false);
            }
            catch (ChannelClosedException)
            {
                // The listener is being disposed; the message stays the subscription's.
                return;
            }
        }
    }
}
