namespace Genie.Brokers.Multiplexing;

/// <summary>
/// What one turn of a link's read loop set going: callers that have their answer, handlers that have a message. The last of
/// them runs on the thread that has read, once it has asked for the next bytes and another thread may go on reading; those
/// before it are the thread pool's. So a lone message needs no second thread to be woken, and code that blocks holds up no link.
/// </summary>
/// <remarks>The leader/followers pattern: D. C. Schmidt et al., Pattern-Oriented Software Architecture, volume 2 (2000).</remarks>
public sealed class ReadTurn
{
    [ThreadStatic]
    private static ReadTurn? _current;

    private IThreadPoolWorkItem? _last;

    /// <summary>Has an item run: after the calling thread's turn if it is in one, else by the thread pool.</summary>
    internal static void Run(IThreadPoolWorkItem item)
    {
        if (_current is not { } turn)
        {
            Queue(item);
            return;
        }

        // Queued, and not kept for later: what runs last may wait for what came before it.
        if (turn._last is { } before) Queue(before);
        turn._last = item;
    }

    /// <summary>Begins: what the calling thread sets going is kept until <see cref="End"/>.</summary>
    internal void Begin() => _current = this;

    /// <summary>Ends. <see cref="Take"/> or <see cref="HandOver"/> follows.</summary>
    internal static void End() => _current = null;

    /// <summary>What is left to run, or null; the caller runs it.</summary>
    internal IThreadPoolWorkItem? Take()
    {
        var last = _last;
        _last = null;
        return last;
    }

    /// <summary>Leaves all to the thread pool.</summary>
    internal void HandOver()
    {
        if (Take() is { } last) Queue(last);
    }

    // In the order in which they came: a thread takes the latest of its own first, and busy threads would leave others waiting for seconds.
    private static void Queue(IThreadPoolWorkItem item) => ThreadPool.UnsafeQueueUserWorkItem(item, preferLocal: false);
}
