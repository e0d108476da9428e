using Genie.Relay.Configuration;
using Genie.Relay.Workers;

namespace Genie.Relay.Balancing;

/// <summary>
/// Gives calls to workers: of two that are picked at random, to the one with fewer under way. Where none has a free slot, calls wait in a bounded
/// queue, first come, first served.
/// </summary>
internal sealed class WorkerPool(Func<RelayOptions> options)
{
    private readonly TimeProvider _clock = options().Clock;
    private readonly Lock _lock = new();
    private readonly List<Worker> _workers = [];
    private readonly LinkedList<WaitingCall> _queue = new();
    private int _waited;
    private TimeSpan _totalWait;
    private int _freeSlotsMin;

    /// <summary>Called with a worker that just was ejected.</summary>
    public Action<Worker>? Ejected { get; set; }

    /// <summary>Called with a worker that could not be connected to, or whose connection broke off.</summary>
    public Action<Worker>? Disconnected { get; set; }

    /// <summary>Calls that wait.</summary>
    public int QueueLength
    {
        get { lock (_lock) return _queue.Count; }
    }

    /// <summary>Workers that would get calls.</summary>
    public int Serving
    {
        get { lock (_lock) return _workers.Count(worker => worker.State == WorkerState.Serving); }
    }

    /// <summary>Takes a slot of a worker; it must be returned.</summary>
    /// <param name="cancellationToken">Ends the wait.</param>
    public ValueTask<(Worker? Worker, RentRefusal Refusal)> RentAsync(CancellationToken cancellationToken)
    {
        WaitingCall waiting;
        lock (_lock)
        {
            // Those in the queue come first.
            if (_queue.Count == 0 && Pick() is { } worker)
            {
                worker.InFlight++;
                NoteFreeSlots();
                return ValueTask.FromResult<(Worker?, RentRefusal)>((worker, RentRefusal.None));
            }

            if (_queue.Count >= options().Queue.Size) return ValueTask.FromResult<(Worker?, RentRefusal)>((null, RentRefusal.QueueFull));
            waiting = new WaitingCall(_clock.GetTimestamp());
            _queue.AddLast(waiting);
            _freeSlotsMin = 0;
        }

        return WaitAsync(waiting, cancellationToken);
    }

    /// <summary>Gives a slot back.</summary>
    /// <param name="worker">The worker.</param>
    /// <param name="outcome">How the call ended, as far as it says something of the worker.</param>
    public void Return(Worker worker, WorkerOutcome outcome)
    {
        var wasEjected = false;
        var isSuspended = false;
        lock (_lock)
        {
            worker.InFlight--;
            if (outcome == WorkerOutcome.Good) NoteSuccess(worker);
            if (outcome is WorkerOutcome.Failed or WorkerOutcome.Disconnected) wasEjected = CountFailure(worker);
            if (outcome is WorkerOutcome.Unreachable or WorkerOutcome.Disconnected && worker.State == WorkerState.Serving)
            {
                // It is asked at once; a process that ends closes its connections before it can be seen to have ended.
                worker.State = WorkerState.Unhealthy;
                isSuspended = true;
            }

            if (worker is { State: WorkerState.Draining or WorkerState.Ended, InFlight: 0 }) worker.Idle.TrySetResult();
            Dispatch();
        }

        if (wasEjected) Ejected?.Invoke(worker);
        if (!isSuspended) return;
        Disconnected?.Invoke(worker);
        worker.RequestCheck();
    }

    /// <summary>Gives calls to a worker from now on, or again.</summary>
    public void Admit(Worker worker)
    {
        lock (_lock)
        {
            if (worker.State is WorkerState.Draining or WorkerState.Ended) return;
            if (!_workers.Contains(worker)) _workers.Add(worker);
            var isEjected = _clock.GetTimestamp() < worker.EjectedUntil;
            worker.State = isEjected ? WorkerState.Ejected : WorkerState.Serving;
            Dispatch();
        }
    }

    /// <summary>Gives a worker no calls until it is admitted again.</summary>
    public void Suspend(Worker worker)
    {
        lock (_lock)
        {
            if (worker.State is WorkerState.Serving or WorkerState.Ejected) worker.State = WorkerState.Unhealthy;
        }
    }

    /// <summary>Gives a worker no calls any more; it keeps those that it has.</summary>
    public void Remove(Worker worker, WorkerState state)
    {
        lock (_lock)
        {
            _workers.Remove(worker);
            if (worker.State != WorkerState.Ended) worker.State = state;
            if (worker.InFlight == 0) worker.Idle.TrySetResult();
        }
    }

    /// <summary>Lets ejected workers back whose time is over.</summary>
    public void ReadmitEjected()
    {
        lock (_lock)
        {
            var now = _clock.GetTimestamp();
            foreach (var worker in _workers.Where(worker => worker.State == WorkerState.Ejected && worker.EjectedUntil <= now)) worker.State = WorkerState.Serving;
            Dispatch();
        }
    }

    /// <summary>How calls waited since this was last asked for.</summary>
    public QueueFigures TakeFigures()
    {
        lock (_lock)
        {
            var oldest = _queue.First is { } first ? _clock.GetElapsedTime(first.Value.Since) : TimeSpan.Zero;
            var figures = new QueueFigures(_waited, _totalWait, oldest, _freeSlotsMin);
            (_waited, _totalWait, _freeSlotsMin) = (0, TimeSpan.Zero, int.MaxValue);
            NoteFreeSlots();
            return figures;
        }
    }

    private async ValueTask<(Worker? Worker, RentRefusal Refusal)> WaitAsync(WaitingCall waiting, CancellationToken cancellationToken)
    {
        try
        {
            return (await waiting.Task.WaitAsync(options().Queue.Timeout, _clock, cancellationToken).ConfigureAwait(false), RentRefusal.None);
        }
        catch (Exception error) when (error is TimeoutException or OperationCanceledException)
        {
            lock (_lock)
            {
                if (_queue.Remove(waiting))
                {
                    NoteWait(waiting);
                    return (null, error is TimeoutException ? RentRefusal.WaitedTooLong : RentRefusal.Cancelled);
                }
            }

            // It got a worker in the same moment.
            return (await waiting.Task.ConfigureAwait(false), RentRefusal.None);
        }
    }

    private void Dispatch()
    {
        while (_queue.First is { } first && Pick() is { } worker)
        {
            worker.InFlight++;
            _queue.RemoveFirst();
            NoteWait(first.Value);
            first.Value.SetResult(worker);
        }

        NoteFreeSlots();
    }

    /// <summary>Of two that could take a call, picked at random, the one with fewer; null where none can.</summary>
    private Worker? Pick()
    {
        var slots = options().Workers.PoolSize;
        Worker? first = null, second = null;
        var seen = 0;
        foreach (var worker in _workers)
        {
            if (worker.State != WorkerState.Serving || worker.InFlight >= slots) continue;

            // Reservoir sampling of two.
            seen++;
            if (seen == 1) first = worker;
            else if (seen == 2) second = worker;
            else if (Random.Shared.Next(seen) is var at && at == 0) first = worker;
            else if (at == 1) second = worker;
        }

        if (second is null || first is null) return first;
        if (first.InFlight == second.InFlight) return Random.Shared.Next(2) == 0 ? first : second;
        return first.InFlight < second.InFlight ? first : second;
    }

    private void NoteSuccess(Worker worker)
    {
        worker.FailuresInRow = 0;
        if (worker.Ejections > 0 && _clock.GetElapsedTime(worker.EjectedUntil) > options().Ejection.Time) worker.Ejections = 0;
    }

    private bool CountFailure(Worker worker)
    {
        worker.FailuresInRow++;
        var ejection = options().Ejection;
        if (ejection.Failures == 0 || worker.FailuresInRow < ejection.Failures || worker.State != WorkerState.Serving) return false;
        var outMax = Math.Max(1, _workers.Count * ejection.MaxPercent / 100);
        var isOut = _workers.Count(other => other.State == WorkerState.Ejected);
        var othersServe = _workers.Exists(other => other != worker && other.State == WorkerState.Serving);
        if (ejection.MaxPercent == 0 || isOut >= outMax || !othersServe) return false;
        worker.Ejections++;
        worker.FailuresInRow = 0;
        worker.EjectedUntil = _clock.GetTimestamp() + (long)(ejection.Time.TotalSeconds * Math.Min(worker.Ejections, 10) * _clock.TimestampFrequency);
        worker.State = WorkerState.Ejected;
        return true;
    }

    private void NoteWait(WaitingCall waiting)
    {
        _waited++;
        _totalWait += _clock.GetElapsedTime(waiting.Since);
    }

    private void NoteFreeSlots()
    {
        var slots = options().Workers.PoolSize;
        var free = 0;
        foreach (var worker in _workers)
        {
            if (worker.State == WorkerState.Serving) free += Math.Max(0, slots - worker.InFlight);
        }

        if (free < _freeSlotsMin) _freeSlotsMin = free;
    }
}
