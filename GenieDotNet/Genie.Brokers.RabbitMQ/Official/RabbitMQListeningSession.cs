using Genie.Brokers.Links;
using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>A listener's session: declares the queue, consumes, acknowledges.</summary>
internal sealed class RabbitMQListeningSession : RabbitMQSession, IListeningSession
{
    private static readonly Dictionary<string, object?> SingleActiveConsumer = new() { ["x-single-active-consumer"] = true };

    private static readonly CreateChannelOptions OneAtATime = new(
        publisherConfirmationsEnabled: false, publisherConfirmationTrackingEnabled: false, consumerDispatchConcurrency: 1);

    private static readonly TimeSpan AbandonedCloseTimeout = TimeSpan.FromMilliseconds(500);

    private readonly RabbitMQEndpoint _endpoint;
    private readonly Task _before;
    private IChannel? _channel;
    private QueueDispatcher? _dispatcher;
    private QueueConsumer? _consumer;
    private string _consumerTag = "";

    private RabbitMQListeningSession(RabbitMQEndpoint endpoint, IConnection connection, Task before)
        : base(endpoint, connection)
    {
        _endpoint = endpoint;
        _before = before;
    }

    /// <inheritdoc/>
    public Task HandlersEnded => _dispatcher!.HandlersEnded;

    /// <summary>Connects and consumes.</summary>
    public static async ValueTask<RabbitMQListeningSession> OpenAsync(
        RabbitMQEndpoint endpoint, string channel, ListenOptions options, MessageHandler handler, Task before, CancellationToken cancellationToken)
    {
        var connection = await endpoint.ConnectAsync($"listener {channel}", cancellationToken).ConfigureAwait(false);
        var session = new RabbitMQListeningSession(endpoint, connection, before);
        try
        {
            await session.ConsumeAsync(channel, options, handler, cancellationToken).ConfigureAwait(false);
            return session;
        }
        catch (Exception error)
        {
            await session.DisposeAsync().ConfigureAwait(false);
            if (error is OperationCanceledException) throw;
            throw RabbitMQErrors.Translate(endpoint, error);
        }
    }

    /// <summary>Takes no more messages; those at hand are handled, answered and acknowledged.</summary>
    protected override async ValueTask DrainAsync()
    {
        if (Cause is not null) return;
        try
        {
            await _dispatcher!.LeaveAsync(async cancellationToken =>
            {
                await _channel!.BasicCancelAsync(_consumerTag, cancellationToken: cancellationToken).ConfigureAwait(false);
                await Task.WhenAny(_consumer!.Drained, Ended).WaitAsync(cancellationToken).ConfigureAwait(false);
            }).ConfigureAwait(false);
            await _dispatcher.DisposeAsync().ConfigureAwait(false);
            await _dispatcher.FlushAsync().ConfigureAwait(false);
        }
        catch (Exception error)
        {
            throw Translate(error);
        }
    }

    // A handler that runs on runs within a call of the library, which would wait for it.
    protected override TimeSpan CloseTimeout => _dispatcher is { HandlersEnded.IsCompleted: false } ? AbandonedCloseTimeout : base.CloseTimeout;

    protected override async ValueTask StopAsync()
    {
        if (_dispatcher is null) return;
        _dispatcher.CancelHandlers();
        await _dispatcher.DisposeAsync().ConfigureAwait(false);
    }

    private async ValueTask<string> DeclareSharedQueueAsync(string channel, CancellationToken cancellationToken)
    {
        var declared = await _channel!.QueueDeclareAsync(_endpoint.QueueOf(channel), _endpoint.Options.Durable, exclusive: false, autoDelete: false, _endpoint.Options.SingleActiveConsumer ? SingleActiveConsumer : null, cancellationToken: cancellationToken).ConfigureAwait(false);
        return declared.QueueName;
    }

    /// <summary>A queue that the server names and that ends with the connection, bound to the channel's fanout exchange.</summary>
    private async ValueTask<string> DeclareOwnQueueAsync(string channel, CancellationToken cancellationToken)
    {
        await _endpoint.DeclareExchangeAsync(_channel!, channel, cancellationToken).ConfigureAwait(false);
        var declared = await _channel!.QueueDeclareAsync("", durable: false, exclusive: true, autoDelete: true, cancellationToken: cancellationToken).ConfigureAwait(false);
        await _channel.QueueBindAsync(declared.QueueName, _endpoint.QueueOf(channel), "", cancellationToken: cancellationToken).ConfigureAwait(false);
        return declared.QueueName;
    }

    private async ValueTask ConsumeAsync(string channel, ListenOptions options, MessageHandler handler, CancellationToken cancellationToken)
    {
        _channel = await OpenChannelAsync(OneAtATime, cancellationToken).ConfigureAwait(false);
        var queue = options.Delivery == Delivery.Broadcast
            ? await DeclareOwnQueueAsync(channel, cancellationToken).ConfigureAwait(false)
            : await DeclareSharedQueueAsync(channel, cancellationToken).ConfigureAwait(false);
        await _channel.BasicQosAsync(0, (ushort)Math.Min(options.Prefetch, ushort.MaxValue), global: false, cancellationToken).ConfigureAwait(false);
        var postponed = new PostponedMessages(Connection, queue, options.Delivery == Delivery.Broadcast ? $"{_endpoint.QueueOf(channel)}.{queue}" : queue, _endpoint.Options);
        _dispatcher = new QueueDispatcher(_endpoint, _channel, options, handler, postponed, () => Cause is not null);
        _consumer = new QueueConsumer(_channel, _dispatcher, options.NativeHeaders, _before, () => End(new LinkLostException(_endpoint.Link.Broker, "the server ended the consumer, as when its queue was removed")));
        _consumerTag = await _channel.BasicConsumeAsync(queue, autoAck: false, _consumer, cancellationToken).ConfigureAwait(false);
    }
}
