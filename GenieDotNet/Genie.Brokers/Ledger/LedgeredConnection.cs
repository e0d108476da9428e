using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Genie.Brokers.Frame;

namespace Genie.Brokers.Ledger;

/// <summary>
/// A connection that frames what it sends, books it, and believes an answer only if it is intact and echoes its request's
/// frame. Works around any driver's connection, which it owns.
/// </summary>
/// <remarks>
/// Callers that must not allocate or copy keep one <see cref="CreateMessage"/> per request in flight:
/// <see cref="LedgeredMessage.Begin(long)"/>, write the payload into it, <see cref="RequestAsync(LedgeredMessage, CancellationToken)"/>.
/// The <see cref="IBrokerConnection"/> members do the same with pooled ones. Answers hold the payload alone.
/// </remarks>
/// <param name="inner">The driver's connection.</param>
/// <param name="ledger">The run's book.</param>
public sealed class LedgeredConnection(IBrokerConnection inner, SentLedger ledger) : IBrokerConnection
{
    private readonly ConcurrentBag<LedgeredMessage> _spare = [];

    /// <inheritdoc/>
    public long LateReplies => inner.LateReplies;

    /// <summary>A message to be used again and again, one request at a time.</summary>
    public LedgeredMessage CreateMessage() => new(ledger.AddSender());

    /// <summary>Sends a message that was begun; see <see cref="IBrokerConnection.SendAsync"/>.</summary>
    public ValueTask SendAsync(LedgeredMessage message, CancellationToken cancellationToken)
    {
        try
        {
            var send = inner.SendAsync(message.Seal(), cancellationToken);
            if (!send.IsCompletedSuccessfully) return AwaitSendAsync(send, message);
            send.GetAwaiter().GetResult();
        }
        catch (Exception error)
        {
            CountFailure(error, message);
            throw;
        }

        message.Ledger.Confirm(message.Frame.Sequence);
        return ValueTask.CompletedTask;
    }

    /// <summary>Sends a message that was begun and awaits its answer; see <see cref="IBrokerConnection.RequestAsync"/>.</summary>
    /// <returns>The answer without its frame.</returns>
    /// <exception cref="CorruptedMessageException">The answer arrived damaged.</exception>
    /// <exception cref="MisroutedMessageException">The answer belongs to another request.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<Reply> RequestAsync(LedgeredMessage message, CancellationToken cancellationToken)
    {
        var frame = message.Frame;
        Reply reply;
        try
        {
            reply = await inner.RequestAsync(message.Seal(), cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            CountFailure(error, message);
            throw;
        }

        var status = MessageFrame.Read(reply.Payload.Span, out var echo, out _);
        if (status == FrameStatus.Intact && echo == frame)
        {
            message.Ledger.Confirm(frame.Sequence);
            return reply.Skip(MessageFrame.HeaderBytes);
        }

        reply.Dispose();
        throw Refuse(status, echo, frame);
    }

    /// <inheritdoc/>
    public async ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        var framed = Rent(message);
        try
        {
            await SendAsync(framed, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _spare.Add(framed);
        }
    }

    /// <inheritdoc/>
    public async ValueTask<Reply> RequestAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        var framed = Rent(message);
        try
        {
            return await RequestAsync(framed, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _spare.Add(framed);
        }
    }

    /// <inheritdoc/>
    public ValueTask FlushAsync(CancellationToken cancellationToken) => inner.FlushAsync(cancellationToken);

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => inner.DisposeAsync();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask AwaitSendAsync(ValueTask send, LedgeredMessage message)
    {
        try
        {
            await send.ConfigureAwait(false);
        }
        catch (Exception error)
        {
            CountFailure(error, message);
            throw;
        }

        message.Ledger.Confirm(message.Frame.Sequence);
    }

    private LedgeredMessage Rent(ReadOnlyMemory<byte> payload)
    {
        if (!_spare.TryTake(out var message)) message = CreateMessage();
        message.Begin((long)Stopwatch.GetElapsedTime(0).TotalNanoseconds);
        payload.Span.CopyTo(message.GetSpan(payload.Length));
        message.Advance(payload.Length);
        return message;
    }

    private void CountFailure(Exception error, LedgeredMessage message)
    {
        ledger.CountError();
        if (error is PayloadTooLargeException) message.Abandon();
    }

    private BrokerException Refuse(FrameStatus status, in MessageFrame echo, in MessageFrame expected)
    {
        ledger.CountError();
        if (status != FrameStatus.Intact)
        {
            ledger.CountCorrupted();
            return new CorruptedMessageException(status);
        }

        ledger.CountMisrouted();
        return new MisroutedMessageException(echo, $"run {expected.Run:x}, sender {expected.Sender}, sequence {expected.Sequence}");
    }
}
