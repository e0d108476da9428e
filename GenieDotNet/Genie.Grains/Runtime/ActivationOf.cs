using System.Diagnostics;
using Genie.Grains.Telemetry;

namespace Genie.Grains;

/// <summary>The activation of one key of a kind. All turns of a grain run one after the other, on threads of the pool.</summary>
internal sealed class Activation<TMessage, TAnswer>(GrainKind<TMessage, TAnswer> kind, string key) : Activation, ITimerMailbox<TMessage>
{
    private readonly Mailbox<TMessage> _mailbox = new(kind.Options.MailboxCapacity);
    private Grain<TMessage, TAnswer>? _grain;
    private long _lastUsedTimestamp = kind.CoarseTimestamp;
    private HeldEnvelope<TMessage>? _held;
    private TaskCompletionSource? _passivated;
    private PendingCall<TAnswer>? _turnCall;
    private short _turnToken;
    private int _turnNumber;
    private bool _isScheduled;
    private bool _isLeaving;
    private bool _isEvicted;
    private bool _isGone;

    public string Key => key;

    public override long LastUsedTimestamp => Volatile.Read(ref _lastUsedTimestamp);

    public override int TurnNumber => Volatile.Read(ref _turnNumber);

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
            waiting = _mailbox.Wait(envelope, kind.CoarseTimestamp);
            if (_isScheduled) return waiting;
            _isScheduled = true;
        }

        Schedule();
        return waiting;
    }

    /// <summary>True while a timer of the grain may still send it a message.</summary>
    public bool HasTimers => Volatile.Read(ref _grain)?.Context.HasTimers ?? false;

    public void TimerSet() => kind.TimerSet?.Invoke(key);

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

    public override bool TryEvict()
    {
        if (kind.Evict is not { } evict) return TryLeave();
        lock (_mailbox)
        {
            // One with timers its host keeps alive.
            if (_isEvicted || _isScheduled || _isGone || !_mailbox.IsEmpty || HasTimers) return _isEvicted;
            _isEvicted = true;
        }

        evict(key);
        return true;
    }

    /// <summary>Passivates the grain as soon as its mailbox is empty.</summary>
    /// <returns>What completes then.</returns>
    public Task PassivateAsync()
    {
        Task passivated;
        lock (_mailbox)
        {
            if (_isGone) return Task.CompletedTask;
            passivated = (_passivated ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
        }

        RetryNow();
        TryLeave();
        return passivated;
    }

    public override void FailOverdue(long beforeTimestamp)
    {
        if (_mailbox.Count == 0 && !_mailbox.HasWaiting) return;
        List<Envelope<TMessage>> queued;
        List<WaitingEnvelope<TMessage>> waiting;
        lock (_mailbox) (queued, waiting) = (_mailbox.Copy(), [.. _mailbox.Waiting]);
        foreach (var each in queued)
        {
            if (each.Call is { Remaining: null } && each.Origin is PendingCall<TAnswer> pending && pending.BegunTimestamp < beforeTimestamp)
                pending.Fail(each.Token, new GrainDeadlineException(kind.Name, key));
        }

        foreach (var each in waiting)
        {
            if (each.Envelope.Call.Remaining is null && each.Timestamp < beforeTimestamp) each.TrySetException(new GrainDeadlineException(kind.Name, key));
        }
    }

    public override void Abandon()
    {
        List<Envelope<TMessage>> queued;
        List<WaitingEnvelope<TMessage>> waiting;
        lock (_mailbox) (queued, waiting) = (_mailbox.Copy(), [.. _mailbox.Waiting]);

        // Of the turn under way, if it is the same before and after.
        var (turn, call, token) = (TurnNumber, Volatile.Read(ref _turnCall), Volatile.Read(ref _turnToken));
        if (turn % 2 != 0 && turn == TurnNumber) call?.Fail(token, new GrainDeadlineException(kind.Name, key));
        foreach (var each in queued)
        {
            if (each.Origin is PendingCall<TAnswer> pending) pending.Fail(each.Token, new GrainDeadlineException(kind.Name, key));
        }

        foreach (var each in waiting) each.TrySetException(new GrainDeadlineException(kind.Name, key));
        kind.Report(key, new TimeoutException($"The grain did not end within {nameof(GrainRuntimeOptions.StopTimeout)}, {kind.Options.StopTimeout}; what it does goes on without the runtime."));
    }

    public override void RetryNow() => Volatile.Read(ref _held)?.RetryNow();

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
                _isLeaving = _passivated is not null;
                _isScheduled = _isLeaving;
            }

            if (!_isScheduled) return;
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
            while (TryNext(out var envelope))
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

    private bool TryNext(out Envelope<TMessage> envelope)
    {
        if (_held is not { IsTaken: false } held) return _mailbox.TryNext(out envelope);
        held.IsTaken = true;
        envelope = held.Envelope;
        return true;
    }

    private void Admit()
    {
        lock (_mailbox) _mailbox.Admit();
    }

    /// <summary>True for messages that nobody wants handled any more: their caller got an error, or their timer is stopped.</summary>
    private bool IsVoid(in Envelope<TMessage> envelope)
    {
        if (envelope.Origin is GrainTimer<TMessage> timer)
        {
            timer.Taken();
            return timer.IsStopped;
        }

        // What was sent without waiting for an answer was promised to be handled.
        if (envelope.Origin is not PendingCall<TAnswer> pending) return _grain is not null && ReferenceEquals(envelope.Origin, GrainKind<TMessage, TAnswer>.WakeUp);
        if (!pending.IsWaiting(envelope.Token)) return true;
        if (!envelope.Call.Token.IsCancellationRequested) return false;
        pending.Fail(envelope.Token, envelope.Call.Ended(kind.Name, key));
        return true;
    }

    /// <returns>False if the turn is not over.</returns>
    private bool Turn(in Envelope<TMessage> envelope)
    {
        BeginTurn(envelope);
        try
        {
            var answer = Call(envelope);
            if (!answer.IsCompletedSuccessfully)
            {
                _ = FinishTurnAsync(answer, envelope);
                return false;
            }

            if (envelope.Origin is PendingCall<TAnswer> pending) pending.Succeed(envelope.Token, answer.Result);
            else _ = answer.Result;
        }
        catch (Exception error)
        {
            Fail(envelope, error);
        }

        EndTurn();
        return true;
    }

    private ValueTask<TAnswer> Call(in Envelope<TMessage> envelope)
    {
        Caller = (envelope.Origin as PendingCall<TAnswer>)?.Chain;
        CallChain.Enter(this);
        try
        {
            return GrainTelemetry.Source.HasListeners ? CallTracedAsync(envelope, TraceOf(envelope)) : _grain!.TurnAsync(envelope.Message, envelope.Call);
        }
        finally
        {
            CallChain.Leave();
        }
    }

    private async ValueTask<TAnswer> CallTracedAsync(Envelope<TMessage> envelope, ActivityContext trace)
    {
        using var activity = GrainTelemetry.Source.StartActivity("turn", ActivityKind.Internal, trace).SetTag("grain.kind", kind.Name).SetTag("grain.key", key);
        try
        {
            return await _grain!.TurnAsync(envelope.Message, envelope.Call).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            activity.Value?.SetStatus(ActivityStatusCode.Error, error.Message);
            throw;
        }
    }

    private static ActivityContext TraceOf(in Envelope<TMessage> envelope) => envelope.Origin switch
    {
        PendingCall<TAnswer> pending => pending.Trace,
        SentTrace sent => sent.Context,
        _ => default,
    };

    private async Task FinishTurnAsync(ValueTask<TAnswer> turn, Envelope<TMessage> envelope)
    {
        try
        {
            var answer = await turn.ConfigureAwait(false);
            if (envelope.Origin is PendingCall<TAnswer> pending) pending.Succeed(envelope.Token, answer);
        }
        catch (Exception error)
        {
            Fail(envelope, error);
        }

        EndTurn();
        GoOn();
    }

    // Odd between the two; the worker alone writes it.
    private void BeginTurn(in Envelope<TMessage> envelope)
    {
        Volatile.Write(ref _turnCall, envelope.Origin as PendingCall<TAnswer>);
        Volatile.Write(ref _turnToken, envelope.Token);
        Volatile.Write(ref _turnNumber, _turnNumber + 1);
    }

    private void EndTurn() => Volatile.Write(ref _turnNumber, _turnNumber + 1);

    private async Task ActivateAndGoOnAsync(Envelope<TMessage> envelope)
    {
        BeginTurn(envelope);
        try
        {
            var grain = kind.Create(key);
            grain.Context = new GrainContext<TMessage>(kind.Name, key, this, kind.Options.Clock);
            kind.CountLive(1);
            _grain = grain;
            await Begin(grain, envelope).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            if (_grain is not null) Discard();
            EndTurn();
            kind.Report(key, error);
            if (envelope.Origin is PendingCall<TAnswer> pending) pending.Fail(envelope.Token, error);
            else if (envelope.Origin is not GrainTimer<TMessage> && Hold(envelope)) return;
            GoOn();
            return;
        }

        EndTurn();
        _held = null;
        if (ReferenceEquals(envelope.Origin, GrainKind<TMessage, TAnswer>.WakeUp) || Turn(envelope)) GoOn();
    }

    private ValueTask Begin(Grain<TMessage, TAnswer> grain, in Envelope<TMessage> envelope)
    {
        Caller = (envelope.Origin as PendingCall<TAnswer>)?.Chain;
        CallChain.Enter(this);
        try
        {
            return grain.BeginAsync(envelope.Call);
        }
        finally
        {
            CallChain.Leave();
        }
    }

    /// <summary>What was sent was promised to be handled: it comes first when the activation is tried again.</summary>
    /// <returns>False if the runtime ends, and it was tried since.</returns>
    private bool Hold(in Envelope<TMessage> envelope)
    {
        var failures = _held?.Failures + 1 ?? 1;
        if ((kind.IsClosed || _passivated is not null) && failures > 1) return false;
        var held = new HeldEnvelope<TMessage>(envelope, failures, Schedule);
        Interlocked.Exchange(ref _held, held);
        if (Volatile.Read(ref _passivated) is null) held.RetryLater(kind.Options.Clock);
        else held.RetryNow();
        return true;
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

        if (envelope.Origin is PendingCall<TAnswer> pending) pending.Fail(envelope.Token, error);
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
                _passivated?.TrySetResult();
                return;
            }
        }

        // Messages came in the meantime: the next incarnation is theirs.
        Schedule();
    }
}
