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
/// Callers that must not allocate or copy keep one <see cref="FramedMessage"/> per request in flight:
/// <see cref="Begin"/>, write the payload into it, <see cref="RequestAsync(FramedMessage, CancellationToken)"/>. The
/// <see cref="IBrokerConnection"/> members do the same with a pooled buffer. Answers hold the payload alone.
/// </remarks>
/// <param name="inner">The driver's connection.</param>
/// <param name="ledger">The run's book.</param>
public sealed class LedgeredConnection(IBrokerConnection inner, SentLedger ledger) : IBrokerConnection
{
    private readonly SenderLedger _sender = ledger.AddSender();
    private readonly ConcurrentBag<FramedMessage> _spare = [];

    /// <summary>This connection's number within the run.</summary>
    public uint Sender => _sender.Sender;

    /// <inheritdoc/>
    public long LateReplies => inner.LateReplies;

    /// <summary>Empties <paramref name="message"/> and gives it the next sequence, to be found in its frame. It counts as
    /// sent from now on.</summary>
    /// <param name="message">The buffer to fill.</param>
    /// <param name="intendedSendTimeNanoseconds">When it should leave, on the caller's clock.</param>
    public void Begin(FramedMessage message, long intendedSendTimeNanoseconds) =>
        message.Begin(new MessageFrame(_sender.Run, _sender.Sender, _sender.Next(), intendedSendTimeNanoseconds));

    /// <summary>Gives a message back that was begun but will not be sent.</summary>
    public void Abandon(FramedMessage message) => _sender.Withdraw(message.Frame.Sequence);

    /// <summary>Sends a message that was begun; see <see cref="IBrokerConnection.SendAsync"/>.</summary>
    public ValueTask SendAsync(FramedMessage message, CancellationToken cancellationToken)
    {
        try
        {
            var send = inner.SendAsync(message.Seal(), cancellationToken);
            if (!send.IsCompletedSuccessfully) return AwaitSendAsync(send, message.Frame.Sequence);
            send.GetAwaiter().GetResult();
        }
        catch (Exception error)
        {
            CountFailure(error, message.Frame.Sequence);
            throw;
        }

        _sender.Confirm(message.Frame.Sequence);
        return ValueTask.CompletedTask;
    }

    /// <summary>Sends a message that was begun and awaits its answer; see <see cref="IBrokerConnection.RequestAsync"/>.</summary>
    /// <returns>The answer without its frame.</returns>
    /// <exception cref="CorruptedMessageException">The answer arrived damaged.</exception>
    /// <exception cref="MisroutedMessageException">The answer belongs to another request.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<Reply> RequestAsync(FramedMessage message, CancellationToken cancellationToken)
    {
        var frame = message.Frame;
        Reply reply;
        try
        {
            reply = await inner.RequestAsync(message.Seal(), cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            CountFailure(error, frame.Sequence);
            throw;
        }

        var status = MessageFrame.Read(reply.Payload.Span, out var echo, out _);
        if (status == FrameStatus.Intact && echo == frame)
        {
            _sender.Confirm(frame.Sequence);
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
    private async ValueTask AwaitSendAsync(ValueTask send, ulong sequence)
    {
        try
        {
            await send.ConfigureAwait(false);
        }
        catch (Exception error)
        {
            CountFailure(error, sequence);
            throw;
        }

        _sender.Confirm(sequence);
    }

    private FramedMessage Rent(ReadOnlyMemory<byte> payload)
    {
        if (!_spare.TryTake(out var message)) message = new FramedMessage();
        Begin(message, (long)Stopwatch.GetElapsedTime(0).TotalNanoseconds);
        payload.Span.CopyTo(message.GetSpan(payload.Length));
        message.Advance(payload.Length);
        return message;
    }

    private void CountFailure(Exception error, ulong sequence)
    {
        ledger.CountError();
        if (error is PayloadTooLargeException) _sender.Withdraw(sequence);
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
