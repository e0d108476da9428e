using Genie.Brokers.Links;
using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>
/// A producer on one session. A message goes out alone while few SENDs are unanswered; beyond that, messages gather until a
/// receipt comes or the batch is full. So batches form under load, by themselves, and a lone message waits for nothing.
/// </summary>
internal sealed class PulsarProducer
{
    private readonly Lock _lock = new();
    private readonly PulsarSession _session;
    private readonly PulsarOptions _options;
    private readonly ProducerHead _head;
    private readonly PulsarReceipts _receipts;
    private readonly Stack<PulsarBatch> _spare = new();
    private PulsarBatch? _batch;

    public PulsarProducer(PulsarSession session, PulsarOptions options, ProducerHead head, PulsarReceipts receipts)
    {
        _session = session;
        _options = options;
        _head = head;
        _receipts = receipts;
    }

    /// <summary>Its number on its session.</summary>
    public ulong Id => _head.ProducerId;

    /// <summary>The connection it belongs to.</summary>
    public PulsarSession Session => _session;

    /// <summary>SENDs that the broker has not answered for.</summary>
    public int Unanswered => _receipts.Unanswered;

    /// <summary>Sends a message. Completes when its bytes are no longer needed, later where too much is unsent.</summary>
    /// <param name="message">The message.</param>
    /// <param name="send">Who is notified of what became of it.</param>
    /// <param name="flushBy">Who sends it, if it goes alone.</param>
    /// <param name="cancellationToken">Ends the wait for room.</param>
    public ValueTask PostAsync(in PulsarMessage message, PulsarSend send, FlushBy flushBy, CancellationToken cancellationToken)
    {
        var bytes = PulsarBatch.BytesMax(message);
        var fits = bytes <= _options.BatchBytesMax && _options.BatchMessagesMax > 1;
        lock (_lock)
        {
            if (!fits)
            {
                // What came before goes before it.
                SendGathered();
            }
            else if (_batch is not null || _receipts.Unanswered >= _options.BatchAfter)
            {
                // Asked under the lock: what is added before the end is failed by those who see the end.
                if (_session.Ended.IsCompleted) return ValueTask.FromException(_session.Ended.Result);
                return Gather(message, send, bytes);
            }
        }

        return _session.Writer.WriteAsync(new SendFrame(_head, _receipts, message, send), flushBy, cancellationToken);
    }

    /// <summary>Completes when the broker has answered for everything sent before.</summary>
    public async Task FlushAsync(CancellationToken cancellationToken)
    {
        lock (_lock) SendGathered();
        await _session.Writer.DrainAsync(cancellationToken).ConfigureAwait(false);
        var answered = _receipts.FlushAsync();
        await Task.WhenAny(answered, _session.Ended).WaitAsync(cancellationToken).ConfigureAwait(false);
        if (!answered.IsCompleted) throw await _session.Ended.ConfigureAwait(false);
    }

    /// <summary>The broker answered for the SEND that begins with this number.</summary>
    public void OnSettled(ulong sequence, BrokerException? error)
    {
        _receipts.Settle(sequence, error);
        lock (_lock)
        {
            if (_receipts.Unanswered < Math.Max(1, _options.BatchAfter)) SendGathered();
        }
    }

    private ValueTask Gather(in PulsarMessage message, PulsarSend send, int bytes)
    {
        var sent = ValueTask.CompletedTask;
        if (_batch is not null && _batch.Bytes.Length + bytes > _options.BatchBytesMax) sent = SendBatch();
        _batch ??= _spare.TryPop(out var spare) ? spare : new PulsarBatch();
        _batch.Add(message, send);

        // With nothing unanswered no receipt would come to send it.
        if (_batch.Sends.Length >= _options.BatchMessagesMax || _receipts.Unanswered == 0) return Both(sent, SendBatch());
        return sent;
    }

    private void SendGathered()
    {
        var sent = SendBatch();
        if (!sent.IsCompletedSuccessfully) _ = ObserveAsync(sent);
    }

    private static async Task ObserveAsync(ValueTask sent)
    {
        try
        {
            await sent.ConfigureAwait(false);
        }
        catch (BrokerException)
        {
            // The link is gone, of which those who wait for receipts are notified.
        }
    }

    private static ValueTask Both(ValueTask first, ValueTask second) =>
        first.IsCompletedSuccessfully ? second : new ValueTask(Task.WhenAll(first.AsTask(), second.AsTask()));

    // Under the lock, so that batches are written in order; the writer copies them, or queues them where too much is unsent.
    private ValueTask SendBatch()
    {
        if (_batch is not { } batch) return ValueTask.CompletedTask;
        _batch = null;
        var written = _session.Writer.WriteAsync(new BatchFrame(_head, _receipts, batch), FlushBy.Background, CancellationToken.None);
        if (!written.IsCompletedSuccessfully) return RecycleAfterAsync(written, batch);
        Recycle(batch);
        return ValueTask.CompletedTask;
    }

    private async ValueTask RecycleAfterAsync(ValueTask written, PulsarBatch batch)
    {
        await written.ConfigureAwait(false);
        lock (_lock) Recycle(batch);
    }

    private void Recycle(PulsarBatch batch)
    {
        batch.Clear();
        _spare.Push(batch);
    }
}
