using System.Buffers;
using Genie.Brokers;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Links;
using Genie.Messaging.DeadLetters;
using Genie.Observing;

namespace Genie.Messaging.Receiving;

/// <summary>Runs the handler on what the listener brings, and settles each delivery.</summary>
internal sealed class Subscription : ISubscription
{
    private readonly SubscribeOptions _options;
    private readonly Func<ReceivedMessage, CancellationToken, ValueTask> _handler;
    private readonly TimeProvider _clock;
    private readonly FailedDeliveries _failed;
    private readonly TaskCompletionSource _completion = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly CancellationTokenSource _cancelled = new();
    private readonly Lazy<Task> _stop;
    private RetainedMessages? _retained;
    private IDeadLetterSink? _deadLetters;
    private IAsyncDisposable? _listener;
    private int _state = (int)SubscriptionState.Opening;

    public Subscription(string channel, SubscribeOptions options, Func<ReceivedMessage, CancellationToken, ValueTask> handler, TimeProvider clock)
    {
        Channel = channel;
        _options = options;
        _handler = handler;
        _clock = clock;
        _failed = new FailedDeliveries();
        _stop = new Lazy<Task>(StopOnceAsync);
    }

    /// <inheritdoc/>
    public event Action<SubscriptionState>? StateChanged;

    /// <inheritdoc/>
    public string Channel { get; }

    /// <inheritdoc/>
    public SubscriptionState State => (SubscriptionState)Volatile.Read(ref _state);

    /// <inheritdoc/>
    public Task Completion => _completion.Task;

    /// <summary>Opens the dead letters, then listens.</summary>
    public async ValueTask OpenAsync(MessageClient client, CancellationToken cancellationToken)
    {
        try
        {
            await OpenDeadLettersAsync(client, cancellationToken).ConfigureAwait(false);
            if (!client.Traits.RedeliversFailures) _retained = new RetainedMessages(_options.Prefetch, _clock, HandleAgainAsync);
            var listening = new ListenOptions
            {
                Group = _options.Group,
                Delivery = _options.Delivery,
                Concurrency = _options.Concurrency,
                Prefetch = _options.Prefetch,
                StopTimeout = _options.StopTimeout,
                LinkChanged = OnLinkChanged,
                NativeHeaders = client.Options.NativeHeaders,
                Redelivery = _options.Redelivery with { DeliveriesMax = int.MaxValue },
            };
            _listener = await client.ListenAsync(Channel, listening, HandleAsync, cancellationToken).ConfigureAwait(false);
            ChangeState(SubscriptionState.Active);
        }
        catch
        {
            await EndAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <inheritdoc/>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        var stopped = _stop.Value;
        await using var registration = cancellationToken.UnsafeRegister(static source => ((CancellationTokenSource)source!).Cancel(), _cancelled).ConfigureAwait(false);
        await stopped.ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => new(_stop.Value);

    private async ValueTask OpenDeadLettersAsync(MessageClient client, CancellationToken cancellationToken)
    {
        var sink = _options.DeadLetters ?? (client.Traits.HoldsWithoutListener ? new ChannelDeadLetters() : null);
        if (sink is null) return;
        await sink.OpenAsync(client, Channel, cancellationToken).ConfigureAwait(false);
        _deadLetters = sink;
    }

    private async ValueTask HandleAsync(ReadOnlySequence<byte> bytes, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _cancelled.Token);
        var whole = bytes.IsSingleSegment ? bytes.First : bytes.ToArray();
        await DeliverAsync(whole, reply, either.Token).ConfigureAwait(false);
    }

    private async Task HandleAgainAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken) =>
        await DeliverAsync(bytes, new ArrayBufferWriter<byte>(), cancellationToken).ConfigureAwait(false);

    private async ValueTask DeliverAsync(ReadOnlyMemory<byte> bytes, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        if (!TryRead(bytes, out var content, out var unreadable))
        {
            var raw = new ReceivedMessage(Channel, new EnvelopeContent(new Message(bytes), AnswerForm.None, SentAt: null), deliveryCount: 1);
            await BuryAsync(raw, bytes, unreadable!.Message, unreadable, cancellationToken).ConfigureAwait(false);
            return;
        }

        var message = new ReceivedMessage(Channel, content, _failed.CountOf(bytes.Span) + 1);
        var (settlement, error) = await RunAsync(message, cancellationToken).ConfigureAwait(false);
        if (message.AwaitsAnswer) Answer(message, settlement, error, reply);
        else await SettleAsync(message, bytes, settlement, error, cancellationToken).ConfigureAwait(false);
    }

    private static bool TryRead(ReadOnlyMemory<byte> bytes, out EnvelopeContent content, out MessagingException? unreadable)
    {
        (content, unreadable) = (default, null);
        try
        {
            content = MessageFormat.Read(bytes);
            return true;
        }
        catch (MessagingException error)
        {
            unreadable = error;
            return false;
        }
    }

    private async ValueTask<(Settlement Settlement, Exception? Error)> RunAsync(ReceivedMessage message, CancellationToken cancellationToken)
    {
        try
        {
            await _handler(message, cancellationToken).ConfigureAwait(false);
            message.Ack();
            return (await message.Settled.ConfigureAwait(false), null);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // What was settled before the listener ended holds.
            if (message.Abandon()) throw;
            return (await message.Settled.ConfigureAwait(false), null);
        }
        catch (Exception error)
        {
            // What the handler said before it failed holds.
            message.Nack();
            return (await message.Settled.ConfigureAwait(false), error);
        }
    }

    private void Answer(ReceivedMessage message, Settlement settlement, Exception? error, IBufferWriter<byte> reply)
    {
        if (settlement.Kind == SettlementKind.Acknowledged)
        {
            var answer = message.Answer ?? new Message(default(ReadOnlyMemory<byte>));
            if (message.TakesPlainAnswer) reply.Write(answer.Body.Span);
            else MessageFormat.Write(reply, answer, message.Id, awaitsAnswer: false, _clock.GetUtcNow());
            return;
        }

        var reason = error?.Message ?? settlement.Reason ?? "The request was not handled; ask again.";
        Report(message, reason, error, DeliveryOutcome.Answered);
        throw error ?? new MessagingException(reason);
    }

    private async ValueTask SettleAsync(ReceivedMessage message, ReadOnlyMemory<byte> bytes, Settlement settlement, Exception? error, CancellationToken cancellationToken)
    {
        switch (settlement.Kind)
        {
            case SettlementKind.Acknowledged:
                _failed.Remove(bytes.Span);
                return;
            case SettlementKind.Abandoned:
                throw new OperationCanceledException(cancellationToken);
            case SettlementKind.Dead:
                await BuryAsync(message, bytes, settlement.Reason ?? "not said", error, cancellationToken).ConfigureAwait(false);
                return;
        }

        var reason = error is null ? "the handler asked for another delivery" : $"{error.GetType().Name}: {error.Message}";
        if (message.DeliveryCount >= _options.Redelivery.DeliveriesMax) await BuryAsync(message, bytes, reason, error, cancellationToken).ConfigureAwait(false);
        else await RedeliverAsync(message, bytes, settlement.Delay, reason, error).ConfigureAwait(false);
    }

    private async ValueTask BuryAsync(ReceivedMessage message, ReadOnlyMemory<byte> bytes, string reason, Exception? error, CancellationToken cancellationToken)
    {
        if (_deadLetters is null)
        {
            _failed.Remove(bytes.Span);
            Report(message, reason, error, DeliveryOutcome.GivenUp);
            return;
        }

        try
        {
            var letter = new DeadLetter(message.ToMessage(), Channel, reason, message.DeliveryCount, _clock.GetUtcNow());
            await _deadLetters.PutAsync(letter, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception failure) when (!cancellationToken.IsCancellationRequested)
        {
            // It stays where it is until the dead letters can be reached.
            await RedeliverAsync(message, bytes, _options.Redelivery.MaxDelay, $"{reason}; not put to the dead letters: {failure.Message}", error ?? failure).ConfigureAwait(false);
            return;
        }

        _failed.Remove(bytes.Span);
        Report(message, reason, error, DeliveryOutcome.DeadLettered);
    }

    private async ValueTask RedeliverAsync(ReceivedMessage message, ReadOnlyMemory<byte> bytes, TimeSpan? wanted, string reason, Exception? error)
    {
        var delay = wanted ?? _options.Redelivery.DelayAfter(message.DeliveryCount, Random.Shared.NextDouble());
        _failed.Add(bytes.Span);
        Report(message, reason, error, DeliveryOutcome.Redelivered);
        if (_retained is null) throw new RedeliverException(delay, error);
        await _retained.AddAsync(bytes.ToArray(), delay).ConfigureAwait(false);
    }

    private void Report(ReceivedMessage message, string reason, Exception? error, DeliveryOutcome outcome) =>
        Observers.Tell(_options.Failed, nameof(SubscribeOptions.Failed), new DeliveryFailure(message, reason, error, outcome));

    private async Task StopOnceAsync()
    {
        ChangeState(SubscriptionState.Stopping);
        await EndAsync().ConfigureAwait(false);
        ChangeState(SubscriptionState.Stopped);
        _completion.TrySetResult();
    }

    private async Task EndAsync()
    {
        if (_listener is not null) await _listener.DisposeAsync().ConfigureAwait(false);
        if (_retained is not null)
        {
            await BuryRetainedAsync(await _retained.StopAsync().ConfigureAwait(false)).ConfigureAwait(false);
            _retained.Dispose();
        }

        if (_deadLetters is not null) await _deadLetters.CloseAsync().ConfigureAwait(false);
        await _cancelled.CancelAsync().ConfigureAwait(false);
    }

    // They are in no system any more, so the dead letters are the only place where they are not lost.
    private async Task BuryRetainedAsync(IReadOnlyList<ReadOnlyMemory<byte>> retained)
    {
        foreach (var bytes in retained)
        {
            if (!TryRead(bytes, out var content, out _)) continue;
            var message = new ReceivedMessage(Channel, content, _failed.CountOf(bytes.Span));
            await BuryAtEndAsync(message, bytes).ConfigureAwait(false);
        }
    }

    private async Task BuryAtEndAsync(ReceivedMessage message, ReadOnlyMemory<byte> bytes)
    {
        const string Reason = "the subscription ended while the message waited for another delivery";
        try
        {
            if (_deadLetters is not null) await _deadLetters.PutAsync(new DeadLetter(message.ToMessage(), Channel, Reason, message.DeliveryCount, _clock.GetUtcNow()), CancellationToken.None).ConfigureAwait(false);
            Report(message, Reason, null, _deadLetters is null ? DeliveryOutcome.GivenUp : DeliveryOutcome.DeadLettered);
        }
        catch (Exception failure)
        {
            Report(message, $"{Reason}; {failure.Message}", failure, DeliveryOutcome.GivenUp);
        }

        _failed.Remove(bytes.Span);
    }

    private void OnLinkChanged(LinkChange change)
    {
        switch (change.State)
        {
            case LinkState.Lost or LinkState.Reconnecting:
                ChangeState(SubscriptionState.Reconnecting);
                break;
            case LinkState.Refused:
                ChangeState(SubscriptionState.Refused);
                break;
            case LinkState.Restored:
                ChangeState(SubscriptionState.Active);
                break;
        }
    }

    // What is being stopped stays so, whatever its link does.
    private void ChangeState(SubscriptionState state)
    {
        lock (_stop)
        {
            if (state == State || (State >= SubscriptionState.Stopping && state < SubscriptionState.Stopping)) return;
            Volatile.Write(ref _state, (int)state);
        }

        Observers.Tell(StateChanged, nameof(StateChanged), state);
    }
}
