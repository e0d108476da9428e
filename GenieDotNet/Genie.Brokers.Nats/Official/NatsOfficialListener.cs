using System.Buffers;
using System.Threading.Channels;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Multiplexing;
using NATS.Client.Core;

namespace Genie.Brokers.Nats.Official;

/// <summary>One member of a queue group, or a subscriber by itself. Its route is the subject that the answer goes to.</summary>
internal sealed class NatsOfficialListener : MessageDispatcher<string?>
{
    private readonly NatsOfficialBroker _broker;
    private readonly NatsOfficialLink _link;
    private readonly string _subject;
    private readonly string? _group;
    private INatsSub<NatsMemoryOwner<byte>>? _subscription;
    private Task _reading = Task.CompletedTask;
    private readonly TaskCompletionSource _lost = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private BrokerException? _refused;
    private volatile bool _isDraining;

    public NatsOfficialListener(NatsOfficialBroker broker, string channel, ListenOptions options, MessageHandler handler)
        : base(options, handler)
    {
        _broker = broker;
        _subject = NatsSubject.Of(broker.Options, channel);
        _group = NatsSubject.GroupOf(options);
        _link = new NatsOfficialLink(broker.Options, broker.Options.ConnectTimeout, options.Prefetch, OnFailed);
    }

    /// <summary>Connects; the subscription is active on the server when it completes.</summary>
    public override async ValueTask OpenAsync(CancellationToken cancellationToken)
    {
        await _link.ConnectAsync(cancellationToken).ConfigureAwait(false);
        _broker.Learn(_link.Client.ServerInfo);
        _subscription = await _link.Client.SubscribeCoreAsync<NatsMemoryOwner<byte>>(_subject, _group, cancellationToken: cancellationToken).ConfigureAwait(false);
        await _link.PingAsync(cancellationToken).ConfigureAwait(false);
        if (_refused is BrokerPermissionException) throw _refused;
        _reading = Task.Run(ReadAsync, CancellationToken.None);
    }

    /// <inheritdoc/>
    protected override async ValueTask DisposeCoreAsync()
    {
        await LeaveAsync(DrainAsync).ConfigureAwait(false);
        if (_link.Client.ConnectionState != NatsConnectionState.Open) await _link.DisposeAsync().ConfigureAwait(false);
        await base.DisposeCoreAsync().ConfigureAwait(false);
        await _reading.ConfigureAwait(false);
        await _link.CloseAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    protected override PayloadLimit AnswerLimit => NatsTraits.Limit(_link.Client.ServerInfo?.MaxPayload);

    /// <inheritdoc/>
    protected override bool WantsReply(in string? route) => route is not null;

    /// <inheritdoc/>
    protected override ValueTask ReplyAsync(string? route, ReadOnlyMemory<byte> envelope) => _link.Client.PublishAsync(route!, envelope);

    /// <inheritdoc/>
    protected override ValueTask SettleAsync(string? route, bool handled) => ValueTask.CompletedTask;

    private ReadOnlySequence<byte> BytesOf(in NatsMsg<NatsMemoryOwner<byte>> message, ReadOnlyMemory<byte> payload)
    {
        var body = new ReadOnlySequence<byte>(payload);
        return Options.NativeHeaders ? NativeHeaders.Pack(OfficialHeaders.Read(message.Headers), body, message.ReplyTo is not null) : body;
    }

    private void OnFailed(BrokerException error)
    {
        _refused = error;
        if (_isDraining && error is LinkLostException) _lost.TrySetResult();
    }

    private async Task DrainAsync(CancellationToken cancellationToken)
    {
        _isDraining = true;
        if (_link.Client.ConnectionState != NatsConnectionState.Open) _lost.TrySetResult();
        var drained = DrainSubscriptionAsync(cancellationToken);
        await Task.WhenAny(drained, _lost.Task).ConfigureAwait(false);

        // Once it is connected again the library would subscribe again, and what came then be nobody's.
        if (_lost.Task.IsCompleted) await _link.DisposeAsync().ConfigureAwait(false);
        await drained.ConfigureAwait(false);
    }

    private async Task DrainSubscriptionAsync(CancellationToken cancellationToken)
    {
        try
        {
            if (_subscription is not null && !_lost.Task.IsCompleted) await _subscription.DrainAsync(cancellationToken).AsTask().WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is not (OutOfMemoryException or OperationCanceledException))
        {
            // With the link gone nothing more comes either.
            _lost.TrySetResult();
        }

        // What the library still has is taken before the listener closes; without a link it has nothing more.
        if (!_lost.Task.IsCompleted) await Task.WhenAny(_reading, _lost.Task).WaitAsync(cancellationToken).ConfigureAwait(false);
    }

    private async Task ReadAsync()
    {
        try
        {
            await foreach (var message in _subscription!.Msgs.ReadAllAsync().ConfigureAwait(false))
            {
                using var payload = message.Data;
                await DispatchAsync(BytesOf(message, payload.Memory), message.ReplyTo).ConfigureAwait(false);
            }
        }
        catch (Exception error) when (error is NatsException or ChannelClosedException or ObjectDisposedException)
        {
            // The subscription ended with its connection.
        }
    }
}
