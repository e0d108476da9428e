using System.Buffers;
using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Genie.Brokers.Frame;

namespace Genie.Brokers.Ledger;

/// <summary>
/// A handler that books each arrival, hands the payload alone to the handler inside, and puts the echoed frame before its
/// answer. Pass <see cref="HandleAsync"/> to <see cref="IBroker.ListenAsync"/>.
/// </summary>
/// <param name="ledger">Where arrivals are booked; share one among a process's listeners of one run.</param>
/// <param name="inner">Does the work.</param>
public sealed class LedgeredHandler(DeliveryLedger ledger, MessageHandler inner)
{
    private readonly ConcurrentBag<FramedMessage> _spare = [];

    /// <summary>A <see cref="MessageHandler"/>.</summary>
    /// <exception cref="CorruptedMessageException">The message arrived damaged; the handler inside is not called.</exception>
    /// <exception cref="MisroutedMessageException">The message is of another run; the handler inside is not called.</exception>
    public ValueTask HandleAsync(ReadOnlySequence<byte> message, IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        var status = MessageFrame.Read(message, out var frame, out var payload);
        if (status != FrameStatus.Intact)
        {
            ledger.CountCorrupted();
            throw new CorruptedMessageException(status);
        }

        if (!ledger.Record(frame)) throw new MisroutedMessageException(frame, $"run {ledger.Run:x}");

        // The checksum stands before the answer, so the answer is made in a buffer of its own.
        if (!_spare.TryTake(out var answer)) answer = new FramedMessage();
        answer.Begin(frame);
        var work = inner(payload, answer, cancellationToken);
        if (!work.IsCompletedSuccessfully) return AwaitAsync(work, answer, reply);
        work.GetAwaiter().GetResult();
        Finish(answer, reply);
        return ValueTask.CompletedTask;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask AwaitAsync(ValueTask work, FramedMessage answer, IBufferWriter<byte> reply)
    {
        await work.ConfigureAwait(false);
        Finish(answer, reply);
    }

    private void Finish(FramedMessage answer, IBufferWriter<byte> reply)
    {
        reply.Write(answer.Seal().Span);
        _spare.Add(answer);
    }
}
