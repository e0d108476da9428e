namespace Genie.Grains;

/// <summary>The place of one key of a kind. All turns of a grain run one after the other, on threads of the pool.</summary>
internal sealed class Activation<TMessage, TAnswer>(GrainKind<TMessage, TAnswer> kind, string key) : Activation, ITimerMailbox<TMessage>
{
    private readonly Mailbox<TMessage> _mailbox = new(kind.Options.MailboxCapacity);
    private Grain<TMessage, TAnswer>? _grain;
    private long _lastUsedTimestamp = kind.CoarseTimestamp;
    private bool _isScheduled;
    private bool _isLeaving;
    private bool _isGone;

    public string Key => key;

    public override long LastUsedTimestamp => Volatile.Read(ref _lastUsedTimestamp);

    public override int QueuedMessages => _mailbox.Count;

    /// <summary>Puts a message into the mailbox.</summary>
    public EnqueueOutcome TryEnqueue(in Envelope<TMessage> envelope)
    {
        lock (_mailbox)
        {
            if (_isGone) return EnqueueOutcome.Gone;
            if (!_mailbox.TryAdd(envelope)) return EnqueueOutcome.Full;
            _lastUsedTimestamp = kind.CoarseTimestamp;
            if (_isScheduled) return EnqueueOutcome.Taken;
            _isScheduled = true;
        }

        Schedule();
        return EnqueueOutcome.Taken;
    }

    /// <summary>Has a message wait for room in the mailbox.</summary>
    /// <returns>What completes when the message is in; null if the activation is gone.</returns>
    public WaitingEnvelope<TMessage>? Wait(in Envelope<TMessage> envelope)
    {
        WaitingEnvelope<TMessage> waiting;
        lock (_mailbox)
        {
            if (_isGone) return null;
            waiting = _mailbox.Wait(envelope);
            if (_isScheduled) return waiting;
            _isScheduled = true;
        }

        Schedule();
        return waiting;
    }

    public bool TryTick(GrainTimer<TMessage> timer) => TryEnqueue(new Envelope<TMessage>(timer.Message, timer, GrainCall.None)) == EnqueueOutcome.Taken;

    public override bool TryLeave()
    {
        lock (_mailbox)
        {
            if (_isScheduled || _isGone || !_mailbox.IsEmpty) return false;
            _isScheduled = _isLeaving = true;
        }

        Schedule();
        return true;
    }

    public override void Execute()
    {
        if (_isLeaving)
        {
            _ = LeaveAsync();
            return;
        }

        if (!Run()) return;
        lock (_mailbox)
        {
            _mailbox.Admit();
            if (_mailbox.IsEmpty)
            {
                _mailbox.Take();
                _isScheduled = false;
                return;
            }
        }

        // Others come first: a grain that never runs dry must not keep a thread.
        Schedule();
    }

    private void Schedule() => ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);

    /// <summary>Works off what waits now.</summary>
    /// <returns>False if a turn is under way; it goes on from there when it ends.</returns>
    private bool Run()
    {
        while (true)
        {
            while (_mailbox.TryNext(out var envelope))
            {
                if (_mailbox.HasWaiting) Admit();
                if (IsVoid(envelope)) continue;
                if (_grain is null)
                {
                    _ = ActivateAndGoOnAsync(envelope);
                    return false;
                }

                if (!Turn(envelope)) return false;
            }

            lock (_mailbox)
            {
                if (!_mailbox.Take()) return true;
            }
        }
    }

    private void Admit()
    {
        lock (_mailbox) _mailbox.Admit();
    }

    /// <summary>True for messages that nobody wants handled any more: their caller was told, or their timer is stopped.</summary>
    private bool IsVoid(in Envelope<TMessage> envelope)
    {
        if (envelope.Origin is GrainTimer<TMessage> timer)
        {
            timer.Taken();
            return timer.IsStopped;
        }

        if (!envelope.Call.Token.IsCancellationRequested) return false;

        // What was sent without waiting for an answer was promised to be handled.
        if (envelope.Origin is not PendingCall<TAnswer> pending) return false;
        pending.Fail(envelope.Call.Ended(kind.Name, key));
        return true;
    }

    /// <returns>False if the turn is not over.</returns>
    private bool Turn(in Envelope<TMessage> envelope)
    {
        try
        {
            var answer = _grain!.TurnAsync(envelope.Message, envelope.Call);
            if (!answer.IsCompletedSuccessfully)
            {
                _ = FinishTurnAsync(answer, envelope);
                return false;
            }

            if (envelope.Origin is PendingCall<TAnswer> pending) pending.Succeed(answer.Result);
            else _ = answer.Result;
        }
        catch (Exception error)
        {
            Fail(envelope, error);
        }

        return true;
    }

    private async Task FinishTurnAsync(ValueTask<TAnswer> turn, Envelope<TMessage> envelope)
    {
        try
        {
            var answer = await turn.ConfigureAwait(false);
            if (envelope.Origin is PendingCall<TAnswer> pending) pending.Succeed(answer);
        }
        catch (Exception error)
        {
            Fail(envelope, error);
        }

        GoOn();
    }

    private async Task ActivateAndGoOnAsync(Envelope<TMessage> envelope)
    {
        try
        {
            var grain = kind.Create(key);
            grain.Context = new GrainContext<TMessage>(kind.Name, key, this, kind.Options.Clock);
            kind.CountLive(1);
            _grain = grain;
            await grain.BeginAsync(envelope.Call).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            if (_grain is not null) Discard();
            kind.Report(key, error);
            if (envelope.Origin is PendingCall<TAnswer> pending) pending.Fail(error);
            GoOn();
            return;
        }

        if (Turn(envelope)) GoOn();
    }

    // On a thread of the pool's own queue: a chain of turns must not grow the stack.
    private void GoOn() => Schedule();

    private void Fail(in Envelope<TMessage> envelope, Exception error)
    {
        var isHarmless = error is GrainRefusalException || (error is OperationCanceledException or GrainDeadlineException && envelope.Call.Token.IsCancellationRequested);
        if (!isHarmless)
        {
            Discard();
            kind.Report(key, error);
        }

        if (envelope.Origin is PendingCall<TAnswer> pending) pending.Fail(error);
    }

    private void Discard()
    {
        _grain!.Context.StopTimers();
        _grain = null;
        kind.CountLive(-1);
    }

    private async Task LeaveAsync()
    {
        if (_grain is { } grain)
        {
            grain.Context.StopTimers();
            try
            {
                await grain.EndAsync().ConfigureAwait(false);
            }
            catch (Exception error)
            {
                kind.Report(key, error);
            }

            _grain = null;
            kind.CountLive(-1);
        }

        lock (_mailbox)
        {
            _isLeaving = false;
            if (_mailbox.IsEmpty)
            {
                _isGone = true;
                kind.Remove(this);
                return;
            }
        }

        // Messages came in the meantime: the next incarnation is theirs.
        Schedule();
    }
}
