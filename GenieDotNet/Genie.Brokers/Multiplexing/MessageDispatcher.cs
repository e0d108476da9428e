using System.Buffers;
using System.Threading.Channels;

namespace Genie.Brokers.Multiplexing;

/// <summary>
/// The receiving half shared by all drivers: hands messages to the handler with bounded concurrency, sends its answer or
/// its error, settles. A full queue makes <see cref="DispatchAsync"/> wait, which is the back-pressure on the link.
/// </summary>
/// <typeparam name="TRoute">What a driver needs to answer and settle one message: reply subject, delivery tag.</typeparam>
public abstract class MessageDispatcher<TRoute> : IAsyncDisposable
{
    private readonly MessageHandler _handler;
    private readonly bool _inline;
    private readonly Channel<Work> _queue;
    private readonly Task _workers;
    private readonly CancellationTokenSource _stopping = new();
    private readonly ArrayBufferWriter<byte> _inlineReply = new(256);
    private int _disposed;

    /// <summary>Starts the workers.</summary>
    protected MessageDispatcher(ListenOptions options, MessageHandler handler)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.Concurrency);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(options.Prefetch);
        _handler = handler;
        _inline = options.InlineHandler;
        _queue = Channel.CreateBounded<Work>(new BoundedChannelOptions(options.Prefetch)
        {
            FullMode = BoundedChannelFullMode.Wait,
            SingleReader = options.Concurrency == 1,
        });
        _workers = _inline ? Task.CompletedTask : Task.WhenAll(Enumerable.Range(0, options.Concurrency).Select(_ => Task.Run(WorkAsync)));
    }

    /// <summary>Cancelled when the listener ends and its handlers should hurry.</summary>
    protected CancellationToken Stopping => _stopping.Token;

    /// <summary>
    /// Takes one message; called by the link's read loop, one at a time where <see cref="ListenOptions.InlineHandler"/>
    /// is on. The bytes are copied unless the handler runs inline.
    /// </summary>
    public ValueTask DispatchAsync(in ReadOnlySequence<byte> message, TRoute route)
    {
        if (_inline) return HandleAsync(message, route, _inlineReply);
        var length = checked((int)message.Length);
        var bytes = ArrayPool<byte>.Shared.Rent(Math.Max(length, 1));
        message.CopyTo(bytes);
        var work = new Work(bytes, length, route);
        return _queue.Writer.TryWrite(work) ? ValueTask.CompletedTask : _queue.Writer.WriteAsync(work);
    }

    /// <summary>Takes nothing more, lets the queued messages be handled, answered and settled.</summary>
    public virtual async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _disposed, 1) != 0)
        {
            await _workers.ConfigureAwait(false);
            return;
        }

        _queue.Writer.TryComplete();
        await _workers.ConfigureAwait(false);
        await _stopping.CancelAsync().ConfigureAwait(false);
        _stopping.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Asks running handlers to end early, by their cancellation token.</summary>
    public void Hurry()
    {
        if (Volatile.Read(ref _disposed) == 0) _stopping.Cancel();
    }

    /// <summary>True if the sender of this message awaits an answer.</summary>
    protected abstract bool WantsReply(in TRoute route);

    /// <summary>Sends the answer, which is in its <see cref="ReplyEnvelope"/>. The bytes are reused after the task completes.</summary>
    protected abstract ValueTask ReplyAsync(TRoute route, ReadOnlyMemory<byte> envelope);

    /// <summary>Acknowledges the message to the server. <paramref name="handled"/> is false if the handler threw.</summary>
    protected abstract ValueTask SettleAsync(TRoute route, bool handled);

    /// <summary>Told of errors in answering and settling, which concern no caller: usually the link is gone.</summary>
    protected virtual void OnError(Exception error)
    {
    }

    private async Task WorkAsync()
    {
        var reply = new ArrayBufferWriter<byte>(256);
        await foreach (var work in _queue.Reader.ReadAllAsync().ConfigureAwait(false))
        {
            await HandleAsync(new ReadOnlySequence<byte>(work.Bytes, 0, work.Length), work.Route, reply).ConfigureAwait(false);
            ArrayPool<byte>.Shared.Return(work.Bytes);
        }
    }

    [System.Runtime.CompilerServices.AsyncMethodBuilder(typeof(System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask HandleAsync(ReadOnlySequence<byte> message, TRoute route, ArrayBufferWriter<byte> reply)
    {
        var handled = true;
        reply.ResetWrittenCount();
        ReplyEnvelope.Begin(reply);
        try
        {
            await _handler(message, reply, Stopping).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            handled = false;
            reply.ResetWrittenCount();
            ReplyEnvelope.WriteError(reply, error);
        }

        try
        {
            if (WantsReply(route)) await ReplyAsync(route, reply.WrittenMemory).ConfigureAwait(false);
            await SettleAsync(route, handled).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            OnError(error);
        }
    }

    private readonly record struct Work(byte[] Bytes, int Length, TRoute Route);
}
