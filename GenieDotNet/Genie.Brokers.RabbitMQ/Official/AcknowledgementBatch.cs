using RabbitMQ.Client;

namespace Genie.Brokers.RabbitMQ.Official;

/// <summary>
/// Acknowledges messages that are handled in the order of their delivery tags, many with one method (AMQP 0-9-1 reference,
/// basic.ack, "multiple"): after so many, or after a short while.
/// </summary>
internal sealed class AcknowledgementBatch : IDisposable
{
    // Held while a method is handed to the library, which keeps the order of the calls: an acknowledgement of earlier
    // messages must not come after one that covers them, or the server closes the channel.
    private readonly Lock _lock = new();
    private readonly IChannel _channel;
    private readonly int _every;
    private readonly TimeSpan _delay;
    private readonly Timer _timer;
    private ulong _last;
    private int _count;

    // Messages that are kept unacknowledged: an acknowledgement of many must not cover them.
    private readonly HashSet<ulong> _kept = [];

    public AcknowledgementBatch(IChannel channel, int every, TimeSpan delay)
    {
        _channel = channel;
        _every = Math.Max(1, every);
        _delay = delay;
        _timer = new Timer(static state => _ = ((AcknowledgementBatch)state!).FlushQuietlyAsync(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Notes that a message was handled.</summary>
    /// <param name="deliveryTag">The message.</param>
    /// <param name="alone">Acknowledges it at once and by itself: where messages are not handled in order.</param>
    public ValueTask AcknowledgeAsync(ulong deliveryTag, bool alone)
    {
        lock (_lock)
        {
            if (alone || _kept.Count > 0)
            {
                _kept.Remove(deliveryTag);
                return _channel.BasicAckAsync(deliveryTag, multiple: false, CancellationToken.None);
            }

            _last = deliveryTag;
            if (++_count >= _every) return Flush();
            if (_count == 1) _timer.Change(_delay, Timeout.InfiniteTimeSpan);
            return ValueTask.CompletedTask;
        }
    }

    /// <summary>A message stays unacknowledged while later ones are handled; it is acknowledged, or given up, by itself.</summary>
    public ValueTask KeepAsync(ulong deliveryTag)
    {
        lock (_lock)
        {
            _kept.Add(deliveryTag);
            return Flush();
        }
    }

    /// <summary>Gives a message back: the server delivers it again.</summary>
    public ValueTask ReturnAsync(ulong deliveryTag)
    {
        lock (_lock)
        {
            _kept.Remove(deliveryTag);
            return _channel.BasicNackAsync(deliveryTag, multiple: false, requeue: true, CancellationToken.None);
        }
    }

    /// <summary>Gives a message up: the server drops it, or puts it where the queue's dead letters go.</summary>
    public ValueTask RejectAsync(ulong deliveryTag)
    {
        lock (_lock)
        {
            _kept.Remove(deliveryTag);
            return _channel.BasicNackAsync(deliveryTag, multiple: false, requeue: false, CancellationToken.None);
        }
    }

    /// <summary>Acknowledges what is noted.</summary>
    public ValueTask FlushAsync()
    {
        lock (_lock) return Flush();
    }

    public void Dispose() => _timer.Dispose();

    private ValueTask Flush()
    {
        if (_count == 0) return ValueTask.CompletedTask;
        _count = 0;
        return _channel.BasicAckAsync(_last, multiple: true, CancellationToken.None);
    }

    private async Task FlushQuietlyAsync()
    {
        try
        {
            await FlushAsync().ConfigureAwait(false);
        }
        catch (Exception)
        {
            // The channel has ended, and with it every message that was not acknowledged: the server delivers them again.
        }
    }
}
