namespace Genie.Brokers.Multiplexing;

/// <summary>How much waits for the handlers of a listener, and who waits until it is less. Safe for concurrent callers.</summary>
public sealed class HandlerBacklog
{
    private readonly Lock _lock = new();
    private readonly long _max;
    private TaskCompletionSource? _room;
    private long _waiting;

    internal HandlerBacklog(long max) => _max = max;

    /// <summary>True while more may be brought.</summary>
    public bool HasRoom => Volatile.Read(ref _waiting) <= _max;

    internal bool IsEmpty => Volatile.Read(ref _waiting) == 0;

    /// <summary>Completes when more may be brought.</summary>
    public Task RoomAsync()
    {
        lock (_lock)
        {
            if (HasRoom) return Task.CompletedTask;
            return (_room ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
        }
    }

    /// <summary>Counts what was brought, whether there is room or not.</summary>
    internal void Add(long amount) => Interlocked.Add(ref _waiting, amount);

    /// <summary>What was brought waits no more.</summary>
    internal void Remove(long amount)
    {
        var left = Interlocked.Add(ref _waiting, -amount);
        if (left > _max || left + amount <= _max) return;
        TaskCompletionSource? room;
        lock (_lock) (room, _room) = (_room, null);
        room?.SetResult();
    }
}
