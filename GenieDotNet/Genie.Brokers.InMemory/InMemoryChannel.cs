using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.InMemory;

/// <summary>
/// A bounded queue with the listeners that compete for it. Nobody waits on the queue: a message that finds an idle pump
/// starts it, and a pump works until the queue is empty, so that a busy channel needs no wake-up at all.
/// </summary>
/// <param name="capacity">Messages it holds; further senders wait.</param>
/// <param name="copies">Where every listener has a queue of its own and this one holds nothing; null where listeners compete.</param>
internal sealed class InMemoryChannel(int capacity, InMemoryCopies? copies = null)
{
    private readonly Lock _lock = new();
    private readonly Queue<InMemoryMessage> _messages = new();
    private readonly Stack<InMemoryPump> _idle = new();

    // In the order in which they came: a later message must not find the space that an earlier one waits for.
    private readonly Queue<WaitingSender> _waiting = new();

    private bool _isClosed;
    private int _listeners;
    private int _pumps;

    /// <summary>True if somebody listens.</summary>
    public bool HasListeners => copies?.HasListeners ?? (Volatile.Read(ref _listeners) > 0);

    /// <summary>True if no message waits and no handler runs.</summary>
    public bool IsIdle
    {
        get
        {
            if (copies is not null) return copies.IsIdle;
            lock (_lock) return _messages.Count == 0 && _idle.Count == _pumps;
        }
    }

    public ValueTask EnqueueAsync(in InMemoryMessage message, CancellationToken cancellationToken) =>
        copies is not null ? copies.EnqueueAsync(message, cancellationToken)
        : Enqueue(message) is { } waiting ? WaitAsync(waiting, cancellationToken) : ValueTask.CompletedTask;

    /// <summary>Takes the next message; false where the pump has become idle or has stopped.</summary>
    public bool TryDequeue(InMemoryPump pump, out InMemoryMessage message)
    {
        InMemoryPump? successor = null;
        lock (_lock)
        {
            if (pump.IsStopping)
            {
                // It may have been started for a message that it no longer takes.
                if (_messages.Count > 0) _idle.TryPop(out successor);
                pump.MarkStopped();
                message = default;
            }
            else if (!_messages.TryDequeue(out message))
            {
                _idle.Push(pump);
            }
            else
            {
                // Waiting senders are let in when half of the queue is free, not one by one at each message.
                if (_waiting.Count > 0 && _messages.Count <= capacity / 2) AdmitWaiting();
                return true;
            }
        }

        successor?.Start();
        return false;
    }

    /// <summary>The queue that a listener takes its messages from: this one, or one of its own.</summary>
    public InMemoryChannel QueueOfListener() => copies?.Add() ?? this;

    /// <summary>Takes back what <see cref="QueueOfListener"/> gave, when its pumps take no more.</summary>
    public void Leave(InMemoryChannel queue) => copies?.Remove(queue);

    public void Add(IReadOnlyList<InMemoryPump> pumps)
    {
        Interlocked.Increment(ref _listeners);
        lock (_lock) _pumps += pumps.Count;
        foreach (var pump in pumps) pump.Start();
    }

    /// <summary>Stops a listener's pumps; those at work stop after their present message.</summary>
    public void Remove(IReadOnlyList<InMemoryPump> pumps)
    {
        Interlocked.Decrement(ref _listeners);
        lock (_lock)
        {
            _pumps -= pumps.Count;
            foreach (var pump in pumps) pump.IsStopping = true;
            var idle = _idle.ToArray();
            _idle.Clear();
            foreach (var pump in idle)
            {
                if (pump.IsStopping) pump.MarkStopped();
                else _idle.Push(pump);
            }
        }
    }

    public void Clear()
    {
        copies?.Clear();
        lock (_lock)
        {
            while (_messages.TryDequeue(out var message)) MessageBuffers.Return(message.Bytes);
            AdmitWaiting();
        }
    }

    /// <summary>Takes nothing any more: what is in it, and whatever still comes, is wanted by nobody.</summary>
    public void Close()
    {
        lock (_lock)
        {
            _isClosed = true;
            while (_messages.TryDequeue(out var message)) MessageBuffers.Return(message.Bytes);
            while (_waiting.TryDequeue(out var waiting))
            {
                if (waiting.TrySetResult()) MessageBuffers.Return(waiting.Message.Bytes);
            }
        }
    }

    /// <returns>Null, or who waits where it is full.</returns>
    private WaitingSender? Enqueue(in InMemoryMessage message)
    {
        InMemoryPump? pump;
        lock (_lock)
        {
            if (_isClosed)
            {
                MessageBuffers.Return(message.Bytes);
                return null;
            }

            if (_messages.Count >= capacity || _waiting.Count > 0)
            {
                var waiting = new WaitingSender(message);
                _waiting.Enqueue(waiting);
                return waiting;
            }

            _messages.Enqueue(message);
            _idle.TryPop(out pump);
        }

        pump?.Start();
        return null;
    }

    /// <summary>Lets in as many as there is space for; the caller holds the lock.</summary>
    private void AdmitWaiting()
    {
        while (_messages.Count < capacity && _waiting.TryDequeue(out var waiting))
        {
            if (!waiting.TrySetResult()) continue;
            _messages.Enqueue(waiting.Message);
            if (_idle.TryPop(out var pump)) pump.Start();
        }
    }

    private static async ValueTask WaitAsync(WaitingSender waiting, CancellationToken cancellationToken)
    {
        await using var registration = cancellationToken.UnsafeRegister(static (sender, token) => ((WaitingSender)sender!).TrySetCanceled(token), waiting).ConfigureAwait(false);
        try
        {
            await waiting.Task.ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            MessageBuffers.Return(waiting.Message.Bytes);
            throw;
        }
    }

    private sealed class WaitingSender(in InMemoryMessage message) : TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)
    {
        public InMemoryMessage Message { get; } = message;
    }
}
