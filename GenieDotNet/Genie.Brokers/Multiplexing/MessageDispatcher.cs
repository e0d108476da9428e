using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading.Channels;
using Genie.Brokers.Drivers;

namespace Genie.Brokers.Multiplexing;

/// <summary>
/// The receiving half shared by all drivers: hands messages to the handler with bounded concurrency, sends its answer or
/// its error, settles. A full queue makes <see cref="DispatchAsync"/> wait, which is the back-pressure on who brings messages; a loop that
/// reads a link may not wait there, and looks at <see cref="Backlog"/> instead.
/// </summary>
/// <remarks>
/// A message whose handler throws is kept here, unacknowledged, and given to the handler again after a wait, where its system
/// would deliver it again if this process ended: <see cref="Redelivers"/>. Ending has a deadline, <see cref="ListenOptions.StopTimeout"/>.
/// </remarks>
/// <typeparam name="TRoute">What a driver needs to answer and settle one message: reply subject, delivery tag.</typeparam>
public abstract partial class MessageDispatcher<TRoute> : IBrokerResource
{
    // Long enough to gather the answers to one read of the link, too short to be seen beside a round trip.
    private static readonly TimeSpan HoldMax = TimeSpan.FromMicroseconds(200);

    private readonly ListenOptions _options;
    private readonly MessageHandler _handler;
    private readonly Lazy<Task> _disposal;
    private readonly bool _inline;
    private readonly int _concurrency;
    private readonly bool _countsBytes;
    private readonly Channel<Work> _queue = Channel.CreateUnbounded<Work>();
    private readonly Task _workers;
    private readonly CancellationTokenSource _stopping = new();

    // Cancelled when nothing is taken any more: what waits for another delivery goes back at once.
    private readonly CancellationTokenSource _ending = new();

    // Workers with nothing to do. Where handlers run inline, having taken one is the permission to run a handler.
    private readonly Channel<HandlerWorker> _idle = Channel.CreateUnbounded<HandlerWorker>();

    /// <summary>Starts the workers.</summary>
    /// <param name="options">As given by the user.</param>
    /// <param name="handler">The user's.</param>
    /// <param name="isFedByReadLoop">True where messages are brought by a loop that also reads acknowledgements or the end of the link, which no handler
    /// may hold up: <see cref="DispatchAsync"/> does not wait then, and <see cref="ListenOptions.MaxWaitingBytes"/> bounds what waits in place of
    /// <see cref="ListenOptions.Prefetch"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">A bound is below 1.</exception>
    protected MessageDispatcher(ListenOptions options, MessageHandler handler, bool isFedByReadLoop = false)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.Concurrency);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.Prefetch);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.MaxWaitingBytes);
        _options = options;
        _handler = handler;
        _disposal = new Lazy<Task>(EndAsync);
        _inline = options.InlineHandler;
        _concurrency = options.Concurrency;
        _countsBytes = isFedByReadLoop;

        // Where callers wait for room, the last message taken is one beyond it.
        Backlog = new HandlerBacklog(isFedByReadLoop ? options.MaxWaitingBytes : options.Prefetch);
        var workers = Enumerable.Range(0, _concurrency).Select(_ => new HandlerWorker()).ToList();
        if (_inline) workers.ForEach(worker => _idle.Writer.TryWrite(worker));
        _workers = _inline ? Task.CompletedTask : Task.WhenAll(workers.Select(WorkAsync));
    }

    /// <inheritdoc/>
    Action<IAsyncDisposable>? IBrokerResource.Closed { get; set; }

    /// <summary>What waits for handlers.</summary>
    public HandlerBacklog Backlog { get; }

    /// <summary>As given by the user.</summary>
    protected ListenOptions Options => _options;

    /// <summary>Cancelled when the listener ends and its handlers should end.</summary>
    protected CancellationToken Stopping => _stopping.Token;

    /// <inheritdoc/>
    public virtual ValueTask OpenAsync(CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <summary>
    /// Takes one message. The bytes are copied before this returns, unless the handler runs inline: then they are read
    /// until the task completes. Else it is taken at once, and the task completes when there is room for the next one.
    /// </summary>
    /// <exception cref="ChannelClosedException">The listener is being disposed; the message was not taken.</exception>
    public ValueTask DispatchAsync(in ReadOnlySequence<byte> message, TRoute route)
    {
        if (_inline) return _idle.Reader.TryRead(out var worker) ? HandleInlineAsync(message, route, worker) : WaitThenHandleInlineAsync(message, route);
        var length = checked((int)message.Length);
        var bytes = MessageBuffers.Rent(length);
        message.CopyTo(bytes);
        if (!TryEnqueue(new Work(bytes, length, route, DeliveryOf(route))))
        {
            MessageBuffers.Return(bytes);
            return ValueTask.FromException(new ChannelClosedException());
        }

        return _countsBytes || Backlog.HasRoom ? ValueTask.CompletedTask : new ValueTask(Backlog.RoomAsync());
    }

    /// <summary>As <see cref="DispatchAsync"/>, but a message that the listener no longer takes goes back by <see cref="ReturnAsync"/>.</summary>
    public ValueTask TakeAsync(in ReadOnlySequence<byte> message, TRoute route)
    {
        var dispatched = DispatchAsync(message, route);
        return dispatched.IsCompletedSuccessfully ? dispatched : TakeSlowlyAsync(dispatched, route);
    }

    /// <summary>Takes nothing more, lets the messages taken before be handled, answered and settled. A handler must not await this.</summary>
    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return new ValueTask(_disposal.Value);
    }

    /// <summary>Asks running handlers to end early, by their cancellation token.</summary>
    public void CancelHandlers() => _stopping.Cancel();

    /// <summary>The largest answer that can be sent now. In place of a larger one the requester gets an error that says so.</summary>
    protected abstract PayloadLimit AnswerLimit { get; }

    /// <summary>True if the sender of this message awaits an answer.</summary>
    protected abstract bool WantsReply(in TRoute route);

    /// <summary>Sends the answer, which is within its limit and in its <see cref="ReplyEnvelope"/>. The bytes are reused after the task completes.</summary>
    protected abstract ValueTask ReplyAsync(TRoute route, ReadOnlyMemory<byte> envelope);

    /// <summary>Acknowledges the message to the server. <paramref name="handled"/> is false if the handler threw and the message is given up, or its
    /// sender has the error as the answer.</summary>
    protected abstract ValueTask SettleAsync(TRoute route, bool handled);

    /// <summary>True if the system delivers the message again when this listener ends without settling it.</summary>
    protected virtual bool Redelivers(in TRoute route) => false;

    /// <summary>True if the message is no longer this listener's: its session has ended, and the system delivers it again. Such a one is not handled, and
    /// given to <see cref="ReturnAsync"/>. A driver that does not know yet may wait until it does, or until nothing is taken any more.</summary>
    /// <param name="route">The message's.</param>
    /// <param name="ending">Cancelled when nothing is taken any more.</param>
    protected virtual ValueTask<bool> IsGoneAsync(TRoute route, CancellationToken ending) => ValueTask.FromResult(false);

    /// <summary>True if nobody waits for the message's answer any more. Such a one is settled, and not handled before those that are awaited.</summary>
    protected virtual bool IsExpired(in TRoute route) => false;

    /// <summary>Which delivery of the message it is, from 1, where the system knows of earlier ones that <see cref="PostponeAsync"/> passed on.</summary>
    protected virtual int DeliveryOf(in TRoute route) => 1;

    /// <summary>Leaves a message that is to wait for its next delivery to the system, for which it is settled then. False if it waits here.</summary>
    /// <param name="message">The message; its bytes are valid until the task completes.</param>
    /// <param name="route">As it came.</param>
    /// <param name="delivery">Which delivery the next one is.</param>
    /// <param name="delay">How long it waits.</param>
    protected virtual ValueTask<bool> PostponeAsync(ReadOnlySequence<byte> message, TRoute route, int delivery, TimeSpan delay) => new(false);

    /// <summary>Called when a message is kept for another delivery, before those behind it are settled.</summary>
    protected virtual ValueTask KeepAsync(TRoute route) => ValueTask.CompletedTask;

    /// <summary>Gives a message back that was taken, or kept, and not handled: the listener ends. Without more the end of its session does.</summary>
    protected virtual ValueTask ReturnAsync(TRoute route) => ValueTask.CompletedTask;

    /// <summary>What a driver does around the end of its handlers, called once; the base's part is <see cref="EndHandlersAsync"/>.</summary>
    protected virtual ValueTask DisposeCoreAsync() => EndHandlersAsync();

    /// <summary>
    /// Where answers go out now, if it can hold them: while more messages wait, their answers go out together. Null where there is
    /// none. Asked only where one handler runs at a time.
    /// </summary>
    protected virtual IHeldOutput? AnswerOutput => null;

    /// <summary>Told of errors in answering and settling, which concern no caller: usually the link is gone.</summary>
    protected virtual void OnError(Exception error)
    {
    }

    private async Task WorkAsync(HandlerWorker worker)
    {
        do await WorkOffAsync(worker.Reply).ConfigureAwait(false);
        while (await RestAsync(worker).ConfigureAwait(false));

        // Between the last look into the queue and the word to stop there may have been one more.
        await WorkOffAsync(worker.Reply).ConfigureAwait(false);
    }

    private ValueTask<bool> RestAsync(HandlerWorker worker)
    {
        var rest = worker.RestAsync();
        _idle.Writer.TryWrite(worker);

        // Who brought a message just before found nobody to wake.
        if (!Backlog.IsEmpty) WakeWorker();
        return rest;
    }

    private bool TryEnqueue(in Work work)
    {
        var amount = AmountOf(work);
        Backlog.Add(amount);
        if (!_queue.Writer.TryWrite(work))
        {
            Backlog.Remove(amount);
            return false;
        }

        WakeWorker();
        return true;
    }

    private bool TryDequeue(out Work work)
    {
        if (!_queue.Reader.TryRead(out work)) return false;
        Backlog.Remove(AmountOf(work));
        return true;
    }

    private long AmountOf(in Work work) => _countsBytes ? work.Bytes.Length : 1;

    private void WakeWorker()
    {
        if (_idle.Reader.TryRead(out var worker)) ContinuationDispatcher.Dispatch(worker);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask WorkOffAsync(ArrayBufferWriter<byte> reply)
    {
        IHeldOutput? held = null;
        var heldSince = 0L;
        while (TryDequeue(out var work))
        {
            // Only a handler that runs alone holds: it delays no other's answers.
            if (held is null && _concurrency == 1 && AnswerOutput is { } output && !Backlog.IsEmpty)
            {
                held = output;
                heldSince = Stopwatch.GetTimestamp();
                held.Hold();
            }

            var handling = HandleAsync(new ReadOnlySequence<byte>(work.Bytes, 0, work.Length), work.Route, work.Delivery, reply);
            if (held is not null && (!handling.IsCompleted || Stopwatch.GetElapsedTime(heldSince) > HoldMax))
            {
                await ReleaseAsync(held).ConfigureAwait(false);
                held = null;
            }

            await handling.ConfigureAwait(false);
            MessageBuffers.Return(work.Bytes);
        }

        if (held is not null) await ReleaseAsync(held).ConfigureAwait(false);
    }

    private async ValueTask ReleaseAsync(IHeldOutput held)
    {
        try
        {
            await held.Release().ConfigureAwait(false);
        }
        catch (Exception error)
        {
            OnError(error);
        }
    }

    private async ValueTask WaitThenHandleInlineAsync(ReadOnlySequence<byte> message, TRoute route) =>
        await HandleInlineAsync(message, route, await _idle.Reader.ReadAsync().ConfigureAwait(false)).ConfigureAwait(false);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask HandleInlineAsync(ReadOnlySequence<byte> message, TRoute route, HandlerWorker worker)
    {
        await HandleAsync(message, route, DeliveryOf(route), worker.Reply).ConfigureAwait(false);
        _idle.Writer.TryWrite(worker);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask HandleAsync(ReadOnlySequence<byte> message, TRoute route, int delivery, ArrayBufferWriter<byte> reply)
    {
        if (await IsGoneAsync(route, _ending.Token).ConfigureAwait(false) || (_stopping.IsCancellationRequested && Redelivers(route)))
        {
            await ReturnQuietlyAsync(route).ConfigureAwait(false);
            return;
        }

        if (IsExpired(route))
        {
            await SettleQuietlyAsync(route).ConfigureAwait(false);
            return;
        }

        Exception? failure = null;
        reply.ResetWrittenCount();
        ReplyEnvelope.Begin(reply);
        try
        {
            await _handler(message, reply, Stopping).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            failure = error;
            reply.ResetWrittenCount();
            ReplyEnvelope.WriteError(reply, error);
        }

        // The listener has gone without it, and the system delivers the message to another one, which answers.
        if (_abandoned.Task.IsCompleted && Redelivers(route)) return;
        try
        {
            if (failure is not null && await IsLeftAsync(message, route, delivery, failure).ConfigureAwait(false)) return;
            if (WantsReply(route)) await ReplyAsync(route, Limited(reply)).ConfigureAwait(false);
            await SettleAsync(route, handled: failure is null).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            OnError(error);
        }
    }

    private async ValueTask SettleQuietlyAsync(TRoute route)
    {
        try
        {
            await SettleAsync(route, handled: true).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            OnError(error);
        }
    }

    private ReadOnlyMemory<byte> Limited(ArrayBufferWriter<byte> reply)
    {
        if (AnswerLimit.TooLarge(reply.WrittenCount - ReplyEnvelope.HeaderBytes) is { } error)
        {
            reply.ResetWrittenCount();
            ReplyEnvelope.WriteError(reply, error);
        }

        return reply.WrittenMemory;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask TakeSlowlyAsync(ValueTask dispatched, TRoute route)
    {
        try
        {
            await dispatched.ConfigureAwait(false);
        }
        catch (ChannelClosedException)
        {
            await ReturnQuietlyAsync(route).ConfigureAwait(false);
        }
    }

    private readonly record struct Work(byte[] Bytes, int Length, TRoute Route, int Delivery);
}
