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
        queue.Close();
    }

    public void Clear()
    {
        foreach (var queue in Volatile.Read(ref _queues)) queue.Clear();
    }

    /// <summary>Puts a copy into each queue; waits while one is full.</summary>
    public ValueTask EnqueueAsync(in InMemoryMessage message, CancellationToken cancellationToken)
    {
        // Into all before any is waited for: the next message must not find a queue that this one is still to come to.
        List<Task>? waits = null;
        foreach (var queue in Volatile.Read(ref _queues))
        {
            var put = queue.EnqueueAsync(message with { Bytes = MessageBuffers.RentCopy(message.Bytes.AsSpan(0, message.Length)) }, cancellationToken);
            if (!put.IsCompletedSuccessfully) (waits ??= []).Add(put.AsTask());
        }

        MessageBuffers.Return(message.Bytes);
        return waits is null ? ValueTask.CompletedTask : new ValueTask(Task.WhenAll(waits));
    }
}
