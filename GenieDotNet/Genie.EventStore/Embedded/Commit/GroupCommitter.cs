using System.Collections.Concurrent;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Log;
using Genie.EventStore.Telemetry;

namespace Genie.EventStore.Embedded.Commit;

/// <summary>
/// Writes appends in groups: while one group is on its way to the disk the next one gathers, so that groups grow with the load and an
/// append that comes alone waits for nobody. It runs on a thread of the pool while there is something to write.
/// </summary>
internal sealed class GroupCommitter : IThreadPoolWorkItem, IDisposable
{
    private readonly SegmentedLog _log;
    private readonly Staging _staging;
    private readonly EmbeddedStoreOptions _options;
    private readonly string _place;
    private readonly Action<IThreadPoolWorkItem> _schedule;
    private readonly Action _published;
    private readonly Lock _lock = new();
    private readonly ConcurrentQueue<PendingAppend> _pool = new();
    private readonly SemaphoreSlim _room;
    private readonly CancellationTokenSource _closing = new();
    private readonly TaskCompletionSource _drained = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<PendingAppend> _staged = [];
    private List<PendingAppend> _waiting = [];
    private List<PendingAppend> _taken = [];
    private bool _isRunning;
    private bool _isClosed;
    private Exception? _failure;

    public GroupCommitter(SegmentedLog log, Staging staging, EmbeddedStoreOptions options, string place, Action<IThreadPoolWorkItem> schedule, Action published)
    {
        (_log, _staging, _options, _place, _schedule, _published) = (log, staging, options, place, schedule, published);
        _room = new SemaphoreSlim(options.PendingAppendsMax);
        EventStoreTelemetry.QueuedAppends.Add(this, () => _options.PendingAppendsMax - _room.CurrentCount);
    }

    /// <summary>Writes to the disk that succeeded: groups of appends.</summary>
    public long Commits { get; private set; }

    /// <summary>Queues what was filled in and returns its task.</summary>
    public ValueTask<AppendResult> AppendAsync(PendingAppend pending, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return _room.Wait(0, CancellationToken.None) ? Enqueue(pending) : WaitAndEnqueueAsync(pending, cancellationToken);
    }

    /// <summary>One to fill in.</summary>
    public PendingAppend Rent() => _pool.TryDequeue(out var pending) ? pending : new PendingAppend(_pool.Enqueue);

    /// <summary>Refuses further appends and returns when those before are written.</summary>
    public Task CloseAsync()
    {
        lock (_lock)
        {
            _isClosed = true;
            if (!_isRunning) _drained.TrySetResult();
        }

        // Those who wait for room are not in yet, and there is nobody to make room for them any more.
        _closing.Cancel();
        return _drained.Task;
    }

    /// <summary>Writes what was filled in on the caller's own thread, with all that waits; if another one is writing, waits for that one.</summary>
    public AppendResult Append(PendingAppend pending)
    {
        WaitForRoom();
        var task = pending.Task;
        bool isOurs;
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_isClosed, typeof(EmbeddedEventStore));
            _waiting.Add(pending);
            isOurs = !_isRunning;
            _isRunning = true;
        }

        if (!isOurs) return task.AsTask().GetAwaiter().GetResult();
        TryCommitGroup();

        // What came in the meantime is not this caller's to wait for.
        if (!TryRest()) _schedule(this);
        return task.GetAwaiter().GetResult();
    }

    /// <inheritdoc/>
    public void Execute()
    {
        while (TryCommitGroup() || !TryRest())
        {
        }
    }

    /// <summary>Writes a batch without records: it confirms the one before, so that damage to that one is told from a torn write.</summary>
    public void Confirm()
    {
        if (_failure is not null) return;
        try
        {
            _staging.Begin();
            _log.Append(_staging.Batch);
        }
        catch (Exception error) when (error is EventStoreFullException or EventStoreDiskException)
        {
            // Nothing that was promised depends on it.
        }
        catch (IOException error)
        {
            _failure = error;
        }
    }

    public void Dispose()
    {
        EventStoreTelemetry.QueuedAppends.Remove(this);

        // Not the semaphore: a waiter that was cancelled and has not run on yet would find itself no longer in its list, and wait for ever.
        _closing.Dispose();
    }

    private bool TryCommitGroup()
    {
        lock (_lock)
        {
            if (_waiting.Count == 0) return false;
            (_waiting, _taken) = (_taken, _waiting);
        }

        var count = _taken.Count;
        CommitTaken();
        _taken.Clear();
        _room.Release(count);
        return true;
    }

    private bool TryRest()
    {
        lock (_lock)
        {
            if (_waiting.Count > 0) return false;
            _isRunning = false;
            if (_isClosed) _drained.TrySetResult();
            return true;
        }
    }

    private void WaitForRoom()
    {
        try
        {
            _room.Wait(_closing.Token);
        }
        catch (OperationCanceledException)
        {
            throw new ObjectDisposedException(nameof(EmbeddedEventStore));
        }
    }

    private async ValueTask<AppendResult> WaitAndEnqueueAsync(PendingAppend pending, CancellationToken cancellationToken)
    {
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _closing.Token);
        try
        {
            await _room.WaitAsync(either.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new ObjectDisposedException(nameof(EmbeddedEventStore));
        }

        return await Enqueue(pending).ConfigureAwait(false);
    }

    private ValueTask<AppendResult> Enqueue(PendingAppend pending)
    {
        var task = pending.Task;
        var wake = false;
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_isClosed, typeof(EmbeddedEventStore));
            _waiting.Add(pending);
            if (!_isRunning) wake = _isRunning = true;
        }

        if (wake) _schedule(this);
        return task;
    }

    private void CommitTaken()
    {
        _staging.Begin();
        foreach (var pending in _taken)
        {
            if (_failure is not null)
            {
                pending.Fail(new EventStoreFailedException(_place, _failure));
                continue;
            }

            Stage(pending);
            if (_staging.Batch.Length >= _options.BatchBytes) CommitStaged();
        }

        CommitStaged();
    }

    private void Stage(PendingAppend pending)
    {
        try
        {
            pending.Refuse(_staging.Stage(pending));
            _staged.Add(pending);
        }
        catch (IOException error)
        {
            // The index could not be read: nothing of it is in the batch.
            pending.Fail(new EventStoreFailedException(_place, error));
        }
        catch (Exception error)
        {
            // Its own: nothing of it is in the batch.
            pending.Fail(error);
        }
    }

    private void CommitStaged(bool usesReserve = false)
    {
        try
        {
            if (_staging.Batch.Records > 0)
            {
                _log.Append(_staging.Batch, usesReserve);
                Commits++;
                _published();
            }

            // Whoever is notified may have it filled in anew at once.
            var events = EventStoreTelemetry.CountsEvents ? _staged.Sum(pending => pending.NewEvents) : 0;
            foreach (var pending in _staged) pending.Settle();
            if (events > 0) EventStoreTelemetry.CountAppended(events);
        }
        catch (EventStoreFullException error) when (!usesReserve)
        {
            CommitWhatMakesRoom(error);
            return;
        }
        catch (Exception error) when (error is EventStoreFullException or EventStoreDiskException)
        {
            foreach (var pending in _staged) pending.Fail(error);
        }
        catch (Exception error)
        {
            // After a failed write or sync nobody knows what the disk holds; only reading it again does.
            Break(error);
        }

        _staged.Clear();
        _staging.Begin();
    }

    /// <summary>On a full disk: snapshots, checkpoints and deletions, after which compaction has more to remove, go into room that is kept for them.</summary>
    private void CommitWhatMakesRoom(EventStoreFullException error)
    {
        var makeRoom = _staged.Where(pending => pending.Kind != RecordKind.Event && !pending.StartsStream).ToArray();
        foreach (var pending in _staged.Except(makeRoom)) pending.Fail(error);
        _staged.Clear();
        _staging.Begin();
        foreach (var pending in makeRoom) Stage(pending);
        CommitStaged(usesReserve: true);
    }

    private void Break(Exception error)
    {
        _failure = error;
        foreach (var pending in _staged) pending.Fail(new EventStoreFailedException(_place, error));
        _staged.Clear();
        _staging.Begin();
    }
}
