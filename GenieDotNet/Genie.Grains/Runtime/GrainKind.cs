using System.Collections.Concurrent;
using System.Diagnostics;
using Genie.Grains.Telemetry;

namespace Genie.Grains;

/// <summary>All grains of one kind, by their keys. Safe for concurrent callers.</summary>
/// <typeparam name="TMessage">The messages they handle.</typeparam>
/// <typeparam name="TAnswer">What they answer.</typeparam>
public sealed class GrainKind<TMessage, TAnswer> : IGrainKind<TMessage, TAnswer>
{
    /// <summary>The origin of a message that is none: it activates the grain, which does not handle it.</summary>
    internal static readonly object WakeUp = new();

    private readonly ConcurrentDictionary<string, Activation<TMessage, TAnswer>> _activations = new(StringComparer.Ordinal);
    private readonly Func<string, Activation<TMessage, TAnswer>> _make;
    private readonly Func<string, Grain<TMessage, TAnswer>> _create;
    private readonly GrainRuntime _runtime;

    internal GrainKind(GrainRuntime runtime, string name, Func<string, Grain<TMessage, TAnswer>> create)
    {
        (_runtime, Name, _create) = (runtime, name, create);
        _make = key => new Activation<TMessage, TAnswer>(this, key);
    }

    /// <inheritdoc/>
    public string Name { get; }

    internal GrainRuntimeOptions Options => _runtime.Options;

    internal bool IsClosed => _runtime.IsClosed;

    internal long CoarseTimestamp => _runtime.CoarseTimestamp;

    internal IEnumerable<Activation> Activations => _activations.Values;

    /// <inheritdoc/>
    public ValueTask SendAsync(string key, TMessage message, GrainCall call)
    {
        ArgumentNullException.ThrowIfNull(call);
        var trace = GrainTelemetry.Source.HasListeners && Activity.Current is { } activity ? new SentTrace(activity.Context) : null;
        return Post(key, new Envelope<TMessage>(message, trace, call), CallChain.OfThisTurn());
    }

    /// <inheritdoc/>
    public ValueTask SendAsync(string key, TMessage message, CancellationToken cancellationToken) => SendAsync(key, message, GrainCall.With(cancellationToken));

    /// <inheritdoc/>
    public ValueTask<TAnswer> CallAsync(string key, TMessage message, GrainCall call)
    {
        ArgumentNullException.ThrowIfNull(call);
        return GrainTelemetry.Source.HasListeners ? CallTracedAsync(key, message, call) : BeginCall(key, message, call);
    }

    /// <inheritdoc/>
    public ValueTask<TAnswer> CallAsync(string key, TMessage message, CancellationToken cancellationToken) => CallAsync(key, message, GrainCall.With(cancellationToken));

    /// <summary>Called with a key whose grain has a timer now, and had none before. Default: nothing.</summary>
    internal Action<string>? TimerSet { get; init; }

    /// <summary>Called with a key whose grain is to leave because there are too many; null: the runtime passivates it.</summary>
    internal Action<string>? Evict { get; init; }

    /// <summary>Activates a grain without a message, unless it is live.</summary>
    internal ValueTask WakeAsync(string key) => Post(key, new Envelope<TMessage>(default!, WakeUp, GrainCall.None), chain: null);

    /// <summary>Passivates a grain, after what its mailbox holds; completes when it is gone.</summary>
    internal Task PassivateAsync(string key) => _activations.TryGetValue(key, out var activation) ? activation.PassivateAsync() : Task.CompletedTask;

    /// <summary>True while a timer of the grain may still send it a message.</summary>
    internal bool HasTimers(string key) => _activations.TryGetValue(key, out var activation) && activation.HasTimers;

    internal Grain<TMessage, TAnswer> Create(string key) => _create(key);

    internal void CountLive(int change) => _runtime.CountLive(change);

    internal void Report(string key, Exception error) => _runtime.Report(Name, key, error);

    internal void Remove(Activation<TMessage, TAnswer> activation) => _activations.TryRemove(KeyValuePair.Create(activation.Key, activation));

    private async ValueTask<TAnswer> CallTracedAsync(string key, TMessage message, GrainCall call)
    {
        using var activity = GrainTelemetry.Source.StartActivity("call").SetTag("grain.kind", Name).SetTag("grain.key", key);
        try
        {
            return await BeginCall(key, message, call).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            activity.Value?.SetStatus(ActivityStatusCode.Error, error.Message);
            throw;
        }
    }

    private ValueTask<TAnswer> BeginCall(string key, TMessage message, GrainCall call)
    {
        if (call.Token.IsCancellationRequested) return ValueTask.FromException<TAnswer>(call.Ended(Name, key));
        var chain = CallChain.OfThisTurn();
        var pending = PendingCall<TAnswer>.Rent(call, Name, key, CoarseTimestamp, chain);
        var (answer, token) = (pending.Task, pending.Token);
        ValueTask posted;
        try
        {
            posted = Post(key, new Envelope<TMessage>(message, pending, call, token), chain);
        }
        catch (Exception error)
        {
            pending.Fail(token, error);
            return answer;
        }

        return posted.IsCompletedSuccessfully ? answer : AwaitRoomAsync(posted, pending, token, answer);
    }

    private static async ValueTask<TAnswer> AwaitRoomAsync(ValueTask posted, PendingCall<TAnswer> pending, short token, ValueTask<TAnswer> answer)
    {
        try
        {
            await posted.ConfigureAwait(false);
        }
        catch (Exception error)
        {
            pending.Fail(token, error);
        }

        return await answer.ConfigureAwait(false);
    }

    private ValueTask Post(string key, in Envelope<TMessage> envelope, CallChain? chain)
    {
        _runtime.ThrowIfClosed();
        while (true)
        {
            var activation = _activations.TryGetValue(key, out var known) ? known : _activations.GetOrAdd(key, _make);
            var isCircle = chain is not null && chain.Holds(activation);
            if (isCircle && envelope.Origin is PendingCall<TAnswer>) throw new GrainCircleException(Name, key);
            switch (activation.TryEnqueue(envelope))
            {
                case EnqueueOutcome.Taken:
                    return ValueTask.CompletedTask;
                case EnqueueOutcome.Gone:
                    Remove(activation);
                    continue;
            }

            if (Options.WhenFull == WhenFull.Fail || isCircle) throw new GrainOverloadedException(Name, key, Options.MailboxCapacity);
            if (activation.Wait(envelope) is { } waiting) return AwaitRoomAsync(waiting, envelope.Call, key);
        }
    }

    private async ValueTask AwaitRoomAsync(WaitingEnvelope<TMessage> waiting, GrainCall call, string key)
    {
        await using var registration = call.Token.UnsafeRegister(static state => ((WaitingEnvelope<TMessage>)state!).TrySetCanceled(), waiting).ConfigureAwait(false);
        try
        {
            await waiting.Task.ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            throw call.Ended(Name, key);
        }
    }
}
