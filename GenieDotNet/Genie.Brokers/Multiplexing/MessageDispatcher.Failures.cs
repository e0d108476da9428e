using System.Buffers;
using System.Threading.Channels;
using Genie.Brokers.Telemetry;
using Genie.Observing;

namespace Genie.Brokers.Multiplexing;

/// <content>Messages whose handler threw: reported, and kept for another delivery where losing them is avoidable.</content>
public abstract partial class MessageDispatcher<TRoute>
{
    // One more than those that are kept, until the end.
    private readonly TaskCompletionSource _noneKept = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _kept = 1;

    /// <summary>What becomes of a message whose handler threw: true if it is neither answered nor settled now.</summary>
    private async ValueTask<bool> IsLeftAsync(ReadOnlySequence<byte> message, TRoute route, int delivery, Exception error)
    {
        if (await IsGoneAsync(route, _ending.Token).ConfigureAwait(false))
        {
            await ReturnAsync(route).ConfigureAwait(false);
            return true;
        }

        var redelivers = Redelivers(route);
        if (_stopping.IsCancellationRequested && redelivers)
        {
            // Cut short, which is no failure: somebody else's handler has the time.
            await ReturnAsync(route).ConfigureAwait(false);
            return true;
        }

        if (WantsReply(route))
        {
            Tell(new HandlerFailure(error, delivery, FailureOutcome.Answered, TimeSpan.Zero));
            return false;
        }

        if (!redelivers || delivery >= _options.Redelivery.DeliveriesMax)
        {
            Tell(new HandlerFailure(error, delivery, FailureOutcome.GivenUp, TimeSpan.Zero));
            return false;
        }

        var delay = (error as RedeliverException)?.Delay ?? _options.Redelivery.DelayAfter(delivery, Random.Shared.NextDouble());
        Tell(new HandlerFailure(error, delivery, FailureOutcome.Redelivered, delay));
        if (!await PostponeAsync(message, route, delivery + 1, delay).ConfigureAwait(false)) await KeepAsync(message, route, delivery + 1, delay).ConfigureAwait(false);
        return true;
    }

    private void Tell(in HandlerFailure failure)
    {
        BrokerTelemetry.CountFailure(AnswerLimit.Broker, failure);
        Observers.Tell(_options.HandlerFailed, nameof(ListenOptions.HandlerFailed), failure);
    }

    private async ValueTask KeepAsync(ReadOnlySequence<byte> message, TRoute route, int delivery, TimeSpan delay)
    {
        var length = checked((int)message.Length);
        var bytes = MessageBuffers.Rent(length);
        message.CopyTo(bytes);
        await KeepAsync(route).ConfigureAwait(false);

        // Where nothing handled succeeds and the system knows no bound, its messages must not gather here without one.
        if (Interlocked.Increment(ref _kept) > _options.Prefetch + 1)
        {
            await Task.Delay(delay, _ending.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            delay = TimeSpan.Zero;
        }

        _ = RedeliverAsync(new Work(bytes, length, route, delivery), delay);
    }

    private async Task RedeliverAsync(Work work, TimeSpan delay)
    {
        try
        {
            await Task.Delay(delay, _ending.Token).ConfigureAwait(false);
            if (_inline) await RedeliverInlineAsync(work).ConfigureAwait(false);
            else if (!TryEnqueue(work)) throw new ChannelClosedException();
        }
        catch (Exception error) when (error is OperationCanceledException or ChannelClosedException)
        {
            await ReturnQuietlyAsync(work.Route).ConfigureAwait(false);
            MessageBuffers.Return(work.Bytes);
        }
        finally
        {
            ReleaseKept();
        }
    }

    private async ValueTask RedeliverInlineAsync(Work work)
    {
        var worker = await _idle.Reader.ReadAsync(_ending.Token).ConfigureAwait(false);
        await HandleAsync(new ReadOnlySequence<byte>(work.Bytes, 0, work.Length), work.Route, work.Delivery, worker.Reply).ConfigureAwait(false);
        _idle.Writer.TryWrite(worker);
        MessageBuffers.Return(work.Bytes);
    }

    private void ReleaseKept()
    {
        if (Interlocked.Decrement(ref _kept) == 0) _noneKept.TrySetResult();
    }

    private async ValueTask ReturnQuietlyAsync(TRoute route)
    {
        try
        {
            await ReturnAsync(route).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            OnError(error);
        }
    }
}
