namespace Genie.Brokers.ProtoActor.Official.Sending;

/// <summary>
/// The bound that mailboxes lack: so many one-way messages may be under way, and further senders wait, in their order.
/// A mark behind each half of the window shows that the messages before it were taken. While there is no way to the
/// actor, senders wait too.
/// </summary>
/// <param name="size">Messages under way at once.</param>
/// <param name="isOpen">Whether there is a way to the actor.</param>
/// <param name="open">Opens one.</param>
/// <param name="send">Copies and sends a message; called by one caller at a time.</param>
/// <param name="flush">Completes when everything sent before was taken.</param>
internal sealed class SendWindow(int size, Func<bool> isOpen, Func<Task> open, Action<ReadOnlyMemory<byte>> send, Func<ValueTask> flush)
{
    private readonly Lock _lock = new();
    private readonly Queue<WaitingSend> _waiting = new();
    private readonly int _half = Math.Max(1, size / 2);
    private readonly int _size = size;
    private int _free = size;
    private int _sinceMark;
    private bool _isOpening;
    private Exception? _closed;

    /// <summary>True if every message sent is known to have been taken.</summary>
    public bool IsEmpty
    {
        get
        {
            lock (_lock) return _free == _size;
        }
    }

    /// <summary>Sends, or waits for room.</summary>
    public ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        WaitingSend waiting;
        lock (_lock)
        {
            if (_closed is not null) return ValueTask.FromException(_closed);
            var isOpenNow = isOpen();
            if (_free > 0 && _waiting.Count == 0 && isOpenNow)
            {
                Tell(message);
                return ValueTask.CompletedTask;
            }

            waiting = new WaitingSend(message);
            _waiting.Enqueue(waiting);
            if (!isOpenNow && !_isOpening)
            {
                _isOpening = true;
                _ = OpenAsync();
            }
        }

        return waiting.WaitAsync(cancellationToken);
    }

    /// <summary>Completes when no message waits that was given before.</summary>
    public ValueTask PassAsync(CancellationToken cancellationToken)
    {
        WaitingSend waiting;
        lock (_lock)
        {
            if (_closed is not null) return ValueTask.FromException(_closed);
            if (_waiting.Count == 0) return ValueTask.CompletedTask;
            waiting = new WaitingSend(null);
            _waiting.Enqueue(waiting);
        }

        return waiting.WaitAsync(cancellationToken);
    }

    /// <summary>Ends those that wait, as when the link is lost.</summary>
    public void FailWaiting(Exception error)
    {
        WaitingSend[] waiting;
        lock (_lock)
        {
            waiting = [.. _waiting];
            _waiting.Clear();
        }

        foreach (var send in waiting) send.TryFail(error);
    }

    /// <summary>Ends those that wait and those that come.</summary>
    public void Close(Exception error)
    {
        lock (_lock) _closed ??= error;
        FailWaiting(error);
    }

    private void Tell(ReadOnlyMemory<byte> message)
    {
        _free--;
        send(message);
        if (++_sinceMark < _half) return;
        _ = RenewAsync(_sinceMark);
        _sinceMark = 0;
    }

    private async Task OpenAsync()
    {
        try
        {
            await open().ConfigureAwait(false);
        }
        catch (Exception error)
        {
            lock (_lock) _isOpening = false;
            FailWaiting(error);
            return;
        }

        lock (_lock)
        {
            _isOpening = false;
            TellWaiting();
        }
    }

    private void TellWaiting()
    {
        while (_free > 0 && isOpen() && _waiting.TryDequeue(out var waiting))
        {
            if (!waiting.TryClaim()) continue;
            if (waiting.Message is { } message) Tell(message);
            waiting.SetResult();
        }
    }

    private async Task RenewAsync(int count)
    {
        while (true)
        {
            try
            {
                await flush().ConfigureAwait(false);
                break;
            }
            catch (RequestTimeoutException)
            {
                // The listener is slow: what is under way still is.
            }
            catch (Exception error) when (error is BrokerException or ObjectDisposedException)
            {
                // What was under way is lost with the link, and its room is free.
                break;
            }
        }

        lock (_lock)
        {
            _free += count;
            TellWaiting();
        }
    }
}
