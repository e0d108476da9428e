using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.InMemory;

/// <summary>The queues of the listeners that each get every message of a channel.</summary>
internal sealed class InMemoryCopies(int capacity)
{
    private readonly Lock _lock = new();
    private InMemoryChannel[] _queues = [];

    public bool IsIdle => Volatile.Read(ref _queues).All(queue => queue.IsIdle);

    public bool HasListeners => Volatile.Read(ref _queues).Length > 0;

    /// <summary>A queue for one more listener, which gets what is sent from now on.</summary>
    public InMemoryChannel Add()
    {
        var queue = new InMemoryChannel(capacity);
        lock (_lock) _queues = [.. _queues, queue];
        return queue;
    }

    /// <summary>Takes a listener's queue away; nobody else wants what waits in it.</summary>
    public void Remove(InMemoryChannel queue)
    {
        lock (_lock) _queues = [.. _queues.Where(other => other != queue)];
        queue.Clear();
    }

    public void Clear()
    {
        foreach (var queue in Volatile.Read(ref _queues)) queue.Clear();
    }

    /// <summary>Puts a copy into each queue; waits while one is full.</summary>
    public async ValueTask EnqueueAsync(InMemoryMessage message, CancellationToken cancellationToken)
    {
        try
        {
            foreach (var queue in Volatile.Read(ref _queues))
            {
                var copy = message with { Bytes = MessageBuffers.RentCopy(message.Bytes.AsSpan(0, message.Length)) };
                await queue.EnqueueAsync(copy, cancellationToken).ConfigureAwait(false);
            }
        }
        finally
        {
            MessageBuffers.Return(message.Bytes);
        }
    }
}
