namespace Genie.EventStore.Embedded;

/// <summary>Wakes those who wait for the next change; costs a changer one read while nobody waits.</summary>
internal sealed class ChangeSignal
{
    private TaskCompletionSource? _next;
    private volatile bool _isClosed;

    /// <summary>Completes with the next change; taken before one looks at what may change.</summary>
    public Task Next
    {
        get
        {
            var made = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            var next = Interlocked.CompareExchange(ref _next, made, null) ?? made;
            if (_isClosed) Close();
            return next.Task;
        }
    }

    /// <summary>There is a change.</summary>
    public void Raise() => Interlocked.Exchange(ref _next, null)?.TrySetResult();

    /// <summary>There will be none: those who wait are notified.</summary>
    public void Close()
    {
        _isClosed = true;
        Interlocked.Exchange(ref _next, null)?.TrySetException(new ObjectDisposedException(nameof(EmbeddedEventStore)));
    }
}
