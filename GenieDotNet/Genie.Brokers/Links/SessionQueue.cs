using System.Diagnostics.CodeAnalysis;

namespace Genie.Brokers.Links;

/// <summary>
/// The session of a link, and the calls that wait for one. When a session comes, they get it in the order in which they began to wait,
/// each after the one before has sent; a call that comes meanwhile waits behind them. So messages go out in the order of the calls,
/// also across a lost link.
/// </summary>
/// <typeparam name="TSession">The protocol's session.</typeparam>
internal sealed class SessionQueue<TSession> : IThreadPoolWorkItem
    where TSession : class
{
    // Of a call that was released on this thread and has not sent yet: it may pass those that wait behind it.
    [ThreadStatic]
    private static TSession? _released;

    // Of one release: a call does not take as long to send, even on a starved machine, and one that blocks holds the others up for no longer than twice that.
    private static readonly TimeSpan BlockedAfter = TimeSpan.FromSeconds(1);

    private readonly Lock _lock = new();
    private readonly LinkedList<TaskCompletionSource<TSession>> _waiting = new();

    // For everybody, once nobody waits any more.
    private TSession? _open;
    private TSession? _current;
    private Exception? _refusal;
    private bool _isReleasing;

    // Who releases: the thread that finds another number has been replaced.
    private int _releaser;
    private long _releases;
    private long _releasesSeen;

    /// <summary>The session that there is, whether calls still wait for it or not.</summary>
    public TSession? Current => Volatile.Read(ref _current);

    /// <summary>Calls that wait.</summary>
    public int Waiting
    {
        get
        {
            lock (_lock) return _waiting.Count;
        }
    }

    /// <summary>True while calls fail with the error given to <see cref="Refuse"/>.</summary>
    public bool IsRefused
    {
        get
        {
            lock (_lock) return _refusal is not null;
        }
    }

    /// <summary>Lets what <paramref name="send"/> sends before it first awaits something pass those that wait: it was released with <paramref name="session"/>.</summary>
    public static ValueTask SendReleased<TState>(TSession session, in TState state, Func<TState, ValueTask> send)
    {
        var before = _released;
        _released = session;
        try
        {
            return send(state);
        }
        finally
        {
            _released = before;
        }
    }

    /// <summary>The session, if there is one and nobody waits before this call.</summary>
    public bool TryGet([NotNullWhen(true)] out TSession? session) => (session = Volatile.Read(ref _open)) is not null || TryGetReleased(out session);

    /// <summary>The session, at once or when those before have sent.</summary>
    /// <exception cref="TimeoutException">None came in time.</exception>
    /// <exception cref="BrokerException">The error given to <see cref="Refuse"/>.</exception>
    /// <exception cref="ObjectDisposedException">The same.</exception>
    public async ValueTask<TSession> WaitAsync(TimeSpan timeout, TimeProvider clock, CancellationToken cancellationToken)
    {
        LinkedListNode<TaskCompletionSource<TSession>> waiter;
        lock (_lock)
        {
            if (_refusal is not null) throw BrokerException.ForAnother(_refusal);
            if (TryGet(out var session)) return session;

            // Continues within Execute, so that it sends before the next one is released.
            waiter = _waiting.AddLast(new TaskCompletionSource<TSession>());
        }

        try
        {
            return await waiter.Value.Task.WaitAsync(timeout, clock, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (error is BrokerException or ObjectDisposedException)
        {
            throw BrokerException.ForAnother(error);
        }
        finally
        {
            Remove(waiter);
        }
    }

    /// <summary>Gives a new session to those that wait, then to all.</summary>
    public void Open(TSession session)
    {
        lock (_lock)
        {
            _refusal = null;
            Volatile.Write(ref _current, session);
            if (_isReleasing) return;
            if (_waiting.Count == 0)
            {
                Volatile.Write(ref _open, session);
                return;
            }

            _isReleasing = true;
        }

        // Not on the caller's thread: what is released may run on into code that blocks.
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    /// <summary>From now on calls wait.</summary>
    /// <returns>The session there was.</returns>
    public TSession? Close()
    {
        lock (_lock)
        {
            var session = _current;
            Volatile.Write(ref _open, null);
            Volatile.Write(ref _current, null);
            return session;
        }
    }

    /// <summary>Fails those that wait and those that come, until <see cref="Open"/> or <see cref="Allow"/>.</summary>
    public void Refuse(Exception error)
    {
        TaskCompletionSource<TSession>[] failed;
        lock (_lock)
        {
            _refusal = error;
            failed = [.. _waiting];
            _waiting.Clear();
        }

        foreach (var waiter in failed) ThreadPool.UnsafeQueueUserWorkItem(static failure => failure.waiter.TrySetException(failure.error), (waiter, error), preferLocal: false);
    }

    /// <summary>Calls wait again.</summary>
    public void Allow()
    {
        lock (_lock) _refusal = null;
    }

    /// <summary>Releases those that wait, one after the other.</summary>
    void IThreadPoolWorkItem.Execute()
    {
        int releaser;
        lock (_lock) releaser = ++_releaser;
        using var watch = new Timer(_ => ReplaceIfBlocked(releaser), null, BlockedAfter, BlockedAfter);
        while (TryDequeue(releaser, out var waiter, out var session)) waiter.TrySetResult(session);
    }

    // A released call that has sent may run on into its caller's code, which may block, and even on a call that waits here.
    private void ReplaceIfBlocked(int releaser)
    {
        lock (_lock)
        {
            var isBlocked = releaser == _releaser && _isReleasing && _releases == _releasesSeen;
            if (releaser == _releaser) _releasesSeen = _releases;
            if (!isBlocked) return;
            _releaser++;
        }

        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    private bool TryDequeue(int releaser, [NotNullWhen(true)] out TaskCompletionSource<TSession>? waiter, [NotNullWhen(true)] out TSession? session)
    {
        lock (_lock)
        {
            (waiter, session) = (_waiting.First?.Value, _current);
            if (releaser != _releaser) return false;
            if (waiter is not null && session is not null)
            {
                _waiting.RemoveFirst();
                _releases++;
                return true;
            }

            if (session is not null) Volatile.Write(ref _open, session);
            _isReleasing = false;
            return false;
        }
    }

    private bool TryGetReleased([NotNullWhen(true)] out TSession? session)
    {
        session = _released;
        if (session is not null && session == Volatile.Read(ref _current)) return true;
        session = null;
        return false;
    }

    private void Remove(LinkedListNode<TaskCompletionSource<TSession>> waiter)
    {
        lock (_lock)
        {
            if (waiter.List is not null) _waiting.Remove(waiter);
        }
    }
}
