namespace Genie.Brokers.Multiplexing;

/// <summary>
/// Dispatches what one read of a link completes: continuations of callers that have their answer, handlers that have a message. The
/// last of them runs on the thread that has read, once it has begun the next read and another thread may complete that; those before
/// it are queued to the thread pool. So a lone message wakes no second thread, and code that blocks holds up no link.
/// </summary>
/// <remarks>
/// <para>The leader/followers pattern: D. C. Schmidt et al., Pattern-Oriented Software Architecture, volume 2 (2000). The states are drawn in
/// docs/architecture.md. Used by one read loop at a time.</para>
/// <para>Invariant: an item that is kept is run or queued before its thread reads, or waits for anything else.</para>
/// </remarks>
public sealed class ContinuationDispatcher
{
    [ThreadStatic]
    private static ContinuationDispatcher? _current;

    private IThreadPoolWorkItem? _last;

    /// <summary>Has an item run: by the calling thread after its batch if it collects one, else by the thread pool.</summary>
    internal static void Dispatch(IThreadPoolWorkItem item)
    {
        if (_current is not { } dispatcher)
        {
            Queue(item);
            return;
        }

        // Queued, and not kept for later: what runs last may wait for what came before it.
        if (dispatcher._last is { } before) Queue(before);
        dispatcher._last = item;
    }

    /// <summary>Begins a batch: of what the calling thread dispatches the last is kept until <see cref="EndBatch"/>.</summary>
    internal void BeginBatch() => _current = this;

    /// <summary>Ends the calling thread's batch. <see cref="TakeLast"/> or <see cref="QueueLast"/> follows.</summary>
    internal static void EndBatch() => _current = null;

    /// <summary>What is left to run, or null; the caller runs it.</summary>
    internal IThreadPoolWorkItem? TakeLast()
    {
        var last = _last;
        _last = null;
        return last;
    }

    /// <summary>Queues what is left to the thread pool.</summary>
    internal void QueueLast()
    {
        if (TakeLast() is { } last) Queue(last);
    }

    // In the order in which they came: a thread takes the latest of its own first, and busy threads would leave others waiting for seconds.
    private static void Queue(IThreadPoolWorkItem item) => ThreadPool.UnsafeQueueUserWorkItem(item, preferLocal: false);
}
