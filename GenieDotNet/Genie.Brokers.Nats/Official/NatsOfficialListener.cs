using System.Buffers;
using System.Threading.Channels;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Telemetry;
using NATS.Client.Core;

namespace Genie.Brokers.Nats.Official;

/// <summary>One member of a queue group, or a subscriber by itself. Its route is the subject that the answer goes to.</summary>
internal sealed class NatsOfficialListener : MessageDispatcher<string?>
{
    private readonly NatsOfficialBroker _broker;
    private readonly NatsOfficialSessions _sessions;
    private readonly string _subject;
    private readonly string? _group;
    private readonly TaskCompletionSource _lost = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile bool _isDraining;

    public NatsOfficialListener(NatsOfficialBroker broker, string channel, ListenOptions options, MessageHandler handler)
        : base(options, handler, isFedByReadLoop: true)
    {
        _broker = broker;
        _subject = NatsSubject.Of(broker.Options, channel);
        _group = NatsSubject.GroupOf(options);
        _sessions = new NatsOfficialSessions(broker.Options, Create, OpenAsync, DrainReplacedAsync);
    }

    /// <summary>Connects; the subscription is active on the server when it completes.</summary>
    public override async ValueTask OpenAsync(CancellationToken cancellationToken)
    {
        await _sessions.OpenAsync(cancellationToken).ConfigureAwait(false);
        _broker.Learn(Link.Client.ServerInfo);
    }

    /// <inheritdoc/>
    protected override async ValueTask DisposeCoreAsync()
    {
        await LeaveAsync(DrainAsync).ConfigureAwait(false);
        if (Link.Client.ConnectionState != NatsConnectionState.Open) await Link.DisposeAsync().ConfigureAwait(false);
        await base.DisposeCoreAsync().ConfigureAwait(false);
        await _sessions.DisposeAsync().ConfigureAwait(false);
    }

    private NatsOfficialLink Link => _sessions.Current.Link;

    /// <inheritdoc/>
    protected override PayloadLimit AnswerLimit => NatsTraits.Limit(Link.Client.ServerInfo?.MaxPayload);

    /// <inheritdoc/>
    protected override bool WantsReply(in string? route) => route is not null;

    /// <inheritdoc/>
    protected override ValueTask ReplyAsync(string? route, ReadOnlyMemory<byte> envelope) => Link.Client.PublishAsync(route!, envelope);

    /// <inheritdoc/>
    protected override ValueTask SettleAsync(string? route, bool handled) => ValueTask.CompletedTask;

    private ReadOnlySequence<byte> BytesOf(in NatsMsg<NatsMemoryOwner<byte>> message, ReadOnlyMemory<byte> payload)
    {
        var body = new ReadOnlySequence<byte>(payload);
        return Options.NativeHeaders ? NativeHeaders.Pack(OfficialHeaders.Read(message.Headers), body, message.ReplyTo is not null) : body;
    }

    private NatsOfficialSession Create(IReadOnlyList<string> learned) =>
        new(_broker.Options, _broker.Options.ConnectTimeout, Options.Prefetch, learned, OnFailed, Leave);

    private void Leave(NatsOfficialSession session)
    {
        if (NatsSubject.MayOverlap(Options)) _sessions.Leave(session);
    }

    private Task OpenAsync(NatsOfficialSession session, CancellationToken cancellationToken) => session.OpenAsync(_subject, _group, ReadAsync, cancellationToken);

    private void OnFailed(NatsOfficialSession session, BrokerException error)
    {
        if (session == _sessions.Current && _isDraining && error is LinkLostException) _lost.TrySetResult();
    }

    // To the end, though this listener end too: what the server has sent it has nobody else gets.
    private static async Task DrainReplacedAsync(NatsOfficialSession session, CancellationToken cancellationToken)
    {
        await session.Subscription!.DrainAsync(CancellationToken.None).ConfigureAwait(false);
        await session.Reading.ConfigureAwait(false);
    }

    private async Task DrainAsync(CancellationToken cancellationToken)
    {
        await _sessions.StopAsync().WaitAsync(cancellationToken).ConfigureAwait(false);
        _isDraining = true;
        if (Link.Client.ConnectionState != NatsConnectionState.Open) _lost.TrySetResult();
        var drained = DrainSubscriptionAsync(cancellationToken);
        await Task.WhenAny(drained, _lost.Task).ConfigureAwait(false);

        // Once it is connected again the library would subscribe again, and what came then be nobody's.
        if (_lost.Task.IsCompleted) await Link.DisposeAsync().ConfigureAwait(false);
        await drained.ConfigureAwait(false);
    }

    private async Task DrainSubscriptionAsync(CancellationToken cancellationToken)
    {
        try
        {
            if (_sessions.Current.Subscription is { } subscription && !_lost.Task.IsCompleted) await subscription.DrainAsync(cancellationToken).AsTask().WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is not (OutOfMemoryException or OperationCanceledException))
        {
            // With the link gone nothing more comes either.
            _lost.TrySetResult();
        }

        // What the library still has is taken before the listener closes; without a link it has nothing more.
        if (!_lost.Task.IsCompleted) await Task.WhenAny(_sessions.Current.Reading, _lost.Task).WaitAsync(cancellationToken).ConfigureAwait(false);
    }

    private async Task ReadAsync(NatsOfficialSession session)
    {
        try
        {
            await foreach (var message in session.Subscription!.Msgs.ReadAllAsync().ConfigureAwait(false))
            {
                using var payload = message.Data;
                try
                {
                    await DispatchAsync(BytesOf(message, payload.Memory), message.ReplyTo).ConfigureAwait(false);
                }
                catch (Exception error) when (error is not (ChannelClosedException or ObjectDisposedException))
                {
                    // A fault of ours, which must not cost the messages behind this one.
                    BrokerEvents.Log.MessageUnreadable(NatsDrivers.Broker, $"a message to {message.Subject}", error);
                }

                // Not before: while the subscription is full the client reads its link no further, and does not see the end of it.
                if (!Backlog.HasRoom) await Backlog.RoomAsync().ConfigureAwait(false);
            }
        }
        catch (Exception error) when (error is NatsException or ChannelClosedException or ObjectDisposedException)
        {
            // The subscription ended with its connection.
        }
    }
}
