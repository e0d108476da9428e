namespace Genie.Brokers.Mqtt;

/// <summary>How many messages came and are not settled, and how many ever came.</summary>
internal sealed class UnsettledCount
{
    private readonly Lock _lock = new();
    private TaskCompletionSource? _idle;
    private int _count;
    private long _total;

    /// <summary>Messages that ever came.</summary>
    public long Total
    {
        get
        {
            lock (_lock) return _total;
        }
    }

    public void Add()
    {
        lock (_lock)
        {
            _count++;
            _total++;
        }
    }

    public void Remove()
    {
        TaskCompletionSource? idle = null;
        lock (_lock)
        {
            if (--_count == 0) (idle, _idle) = (_idle, null);
        }

        idle?.SetResult();
    }

    /// <summary>Completes when all that came is settled.</summary>
    public Task IdleAsync()
    {
        lock (_lock)
        {
            if (_count == 0) return Task.CompletedTask;
            _idle ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return _idle.Task;
        }
    }
}
