namespace Genie.Grains;

/// <summary>
/// An object that is always there for its key: it is made when the first message comes, handles one message at a time, and is let go when
/// it is idle. Everything in one turn runs before the next begins, also across awaits, so its fields need no locks.
/// </summary>
/// <remarks>An exception ends the incarnation: the next message finds a new one. <see cref="GrainRefusalException"/>, and a cancelled call, do not.</remarks>
/// <typeparam name="TMessage">The messages it handles.</typeparam>
/// <typeparam name="TAnswer">What it answers.</typeparam>
public abstract class Grain<TMessage, TAnswer>
{
    /// <summary>The grain's key and timers; set before <see cref="ActivateAsync"/>.</summary>
    public GrainContext<TMessage> Context { get; internal set; } = null!;

    /// <summary>Fetches state, before the first message.</summary>
    protected virtual ValueTask ActivateAsync(GrainCall call) => ValueTask.CompletedTask;

    /// <summary>Handles a message; of one that was sent, the answer is dropped.</summary>
    /// <param name="message">The message.</param>
    /// <param name="call">Cancellation and deadline of the caller, to be handed on with calls to other grains.</param>
    protected abstract ValueTask<TAnswer> HandleAsync(TMessage message, GrainCall call);

    /// <summary>Keeps state, after the last message. Not called after a crash.</summary>
    protected virtual ValueTask DeactivateAsync() => ValueTask.CompletedTask;

    internal ValueTask BeginAsync(GrainCall call) => ActivateAsync(call);

    internal ValueTask<TAnswer> TurnAsync(TMessage message, GrainCall call) => HandleAsync(message, call);

    internal ValueTask EndAsync() => DeactivateAsync();
}
