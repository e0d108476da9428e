using System.Threading.Channels;
using Genie.Relay.Balancing;
using Genie.Relay.Configuration;
using Genie.Relay.Telemetry;
using Microsoft.Extensions.Logging;

namespace Genie.Relay.Workers;

/// <summary>Starts workers, watches them, starts others where some end, and replaces them one by one.</summary>
internal sealed class Supervisor(Func<RelayOptions> options, WorkerPool pool, RelayMetrics metrics, ILogger log) : IAsyncDisposable
{
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan ScalingPeriod = TimeSpan.FromSeconds(1);

    private readonly TimeProvider _clock = options().Clock;
    private readonly Lock _lock = new();
    private readonly List<Worker> _workers = [];
    private readonly List<Task> _watches = [];
    private readonly Channel<(Worker Worker, string Reason)> _replacements = Channel.CreateUnbounded<(Worker, string)>();
    private readonly RestartDelay _delay = new(options().Clock);
    private readonly ScalingRule _scaling = new(options().Clock);
    private readonly CancellationTokenSource _stopping = new();
    private readonly TaskCompletionSource _started = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly string _socketFolder = Path.Combine(Path.GetTempPath(), $"genie-relay-{Environment.ProcessId}-{Guid.NewGuid():N}"[..40]);
    private Task _running = Task.CompletedTask;
    private int _generation;
    private long _lastTickTimestamp = options().Clock.GetTimestamp();

    /// <summary>Completes when as many workers as are wanted have served once.</summary>
    public Task Started => _started.Task;

    /// <summary>When workers were last looked after.</summary>
    public TimeSpan SinceLastTick => _clock.GetElapsedTime(Volatile.Read(ref _lastTickTimestamp));

    /// <summary>When a worker last served, or the start.</summary>
    public long LastServingTimestamp { get; private set; } = options().Clock.GetTimestamp();

    /// <summary>The workers there are.</summary>
    public IReadOnlyList<Worker> Workers
    {
        get { lock (_lock) return [.. _workers]; }
    }

    /// <summary>Begins.</summary>
    public void Start()
    {
        _scaling.Bound(options().Workers);
        AppDomain.CurrentDomain.ProcessExit += KillAll;
        _running = Task.WhenAll(Task.Run(() => RunAsync(_stopping.Token)), Task.Run(() => ReplaceAsync(_stopping.Token)));
    }

    /// <summary>Replaces every worker by one of the current settings, one after the other; each one's successor serves before it ends.</summary>
    public void ReplaceAll()
    {
        Interlocked.Increment(ref _generation);
        foreach (var worker in Workers) RequestReplacement(worker, "replacement");
    }

    /// <summary>Drains and ends all workers.</summary>
    public async ValueTask DisposeAsync()
    {
        AppDomain.CurrentDomain.ProcessExit -= KillAll;
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await Task.WhenAll(Workers.Select(worker => RetireAsync(worker, "stop"))).ConfigureAwait(false);
        Task[] watches;
        lock (_lock) watches = [.. _watches];
        await Task.WhenAll(watches).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (Directory.Exists(_socketFolder)) Directory.Delete(_socketFolder, recursive: true);
        _stopping.Dispose();
    }

    // The process ends without a stop: its workers, in sessions of their own, must not go on alone.
    private void KillAll(object? sender, EventArgs e)
    {
        foreach (var worker in Workers) worker.Process.Kill();
    }

    private async Task RunAsync(CancellationToken cancellationToken)
    {
        var lastScaling = _clock.GetTimestamp();
        long? lastMemory = null;
        while (!cancellationToken.IsCancellationRequested)
        {
            Volatile.Write(ref _lastTickTimestamp, _clock.GetTimestamp());
            try
            {
                pool.ReadmitEjected();
                if (pool.Serving > 0) LastServingTimestamp = _clock.GetTimestamp();
                if (_clock.GetElapsedTime(lastScaling) >= ScalingPeriod)
                {
                    lastScaling = _clock.GetTimestamp();
                    Scale();
                }

                if (lastMemory is not { } last || _clock.GetElapsedTime(last) >= options().HealthCheck.Interval)
                {
                    lastMemory = _clock.GetTimestamp();
                    CheckLimits();
                }

                StartMissing();
                EndSurplus();
            }
            catch (Exception error)
            {
                // Whatever it is: workers must go on being looked after.
                _delay.NoteEnd(null, options().Workers);
                RelayLog.Failed(log, error.Message);
            }

            await Task.Delay(Tick, _clock, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private void Scale()
    {
        var before = _scaling.Count;
        _scaling.Update(pool.TakeFigures(), Workers.Any(worker => worker.State == WorkerState.Starting), options().Workers);
        var wanted = _scaling.Count;
        if (wanted != before) RelayLog.Scaled(log, wanted, before);
    }

    private void StartMissing()
    {
        if (!_delay.IsOver) return;
        for (var missing = _scaling.Count - Counted().Count; missing > 0; missing--) StartWorker(isSuccessor: false);
    }

    private void EndSurplus()
    {
        var counted = Counted();
        var surplus = counted.Count - _scaling.Count;
        foreach (var worker in counted.OrderByDescending(worker => worker.StartTimestamp).Take(Math.Max(0, surplus))) _ = RetireAsync(worker, "scale");
    }

    /// <summary>The workers that make up the wanted number.</summary>
    private List<Worker> Counted()
    {
        lock (_lock) return [.. _workers.Where(IsCounted)];
    }

    private static bool IsCounted(Worker worker) => worker is { IsSuccessor: false, State: not (WorkerState.Draining or WorkerState.Ended) };

    private Worker StartWorker(bool isSuccessor)
    {
        var workers = options().Workers;
        lock (_lock)
        {
            var address = FreeAddress(workers);
            var age = workers.MaxAge * (0.9 + (0.2 * Random.Shared.NextDouble()));
            var process = WorkerProcess.Start(workers, address, log);
            var worker = new Worker(address, process, Volatile.Read(ref _generation), age, _clock) { IsSuccessor = isSuccessor };
            _workers.Add(worker);
            _watches.RemoveAll(watch => watch.IsCompleted);
            _watches.Add(Task.Run(() => WatchAsync(worker)));
            var id = process.Id;
            RelayLog.Started(log, worker, id, address);
            return worker;
        }
    }

    /// <summary>The first address that no worker has and where nobody else listens.</summary>
    private WorkerAddress FreeAddress(WorkerOptions workers)
    {
        var folder = workers.SocketFolder.Length > 0 ? workers.SocketFolder : _socketFolder;
        if (CommandText.UsesSocket(workers)) Directory.CreateDirectory(folder);
        for (var index = 0; ; index++)
        {
            if (_workers.Exists(worker => worker.Address.Index == index)) continue;
            var address = WorkerAddress.Of(index, workers, folder);
            if (address.SocketFile is { } file) File.Delete(file);
            else if (address.MetricsPort > ushort.MaxValue) throw new RelayException($"No port from {workers.StartPort} on is free: choose another workers.start_port.", isTransient: true);
            else if (LoopbackPorts.FirstTaken(PortsOf(address, workers)) is { } taken)
            {
                RelayLog.PortTaken(log, taken);
                continue;
            }

            return address;
        }
    }

    private static IEnumerable<int> PortsOf(WorkerAddress address, WorkerOptions workers) => workers.MetricsPath.Length > 0 ? [address.Port, address.MetricsPort] : [address.Port];

    private async Task WatchAsync(Worker worker)
    {
        using var ended = new CancellationTokenSource();
        var health = new HealthWatch(worker, options, pool, log).RunAsync(ended.Token);
        _ = NoteReadyAsync(worker);
        var unhealthy = await Task.WhenAny(health, worker.Process.Exit).ConfigureAwait(false) == health ? await health.ConfigureAwait(false) : null;
        if (unhealthy is not null)
        {
            worker.EndReason ??= unhealthy;
            pool.Remove(worker, WorkerState.Draining);
            RelayLog.Ending(log, worker, unhealthy);
            await EndAsync(worker).ConfigureAwait(false);
        }

        var code = await worker.Process.Exit.ConfigureAwait(false);
        await ended.CancelAsync().ConfigureAwait(false);
        await health.ConfigureAwait(false);
        await CleanUpAsync(worker, code).ConfigureAwait(false);
    }

    private async Task NoteReadyAsync(Worker worker)
    {
        if (!await worker.Ready.Task.ConfigureAwait(false)) return;
        var milliseconds = _clock.GetElapsedTime(worker.StartTimestamp).TotalMilliseconds;
        RelayLog.Serving(log, worker, milliseconds);
        if (Counted().Count(each => each.ReadyTimestamp is not null) >= options().Workers.Count) _started.TrySetResult();
    }

    private async Task CleanUpAsync(Worker worker, int code)
    {
        pool.Remove(worker, WorkerState.Ended);
        worker.Ready.TrySetResult(false);
        var reason = worker.EndReason ?? "exit";
        if (worker.EndReason is null or "unhealthy" or "start-timeout")
        {
            var delay = _delay.NoteEnd(worker.ReadyTimestamp, options().Workers);
            RelayLog.EndedByItself(log, worker, code, reason, delay.TotalMilliseconds);
        }
        else
        {
            RelayLog.Ended(log, worker, code, reason);
        }

        metrics.CountEnd(reason);
        lock (_lock) _workers.Remove(worker);

        // Calls that were under way see the connection's end by themselves.
        await worker.Idle.Task.WaitAsync(options().Server.DrainTimeout, _clock).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        worker.Dispose();
    }

    private void RequestReplacement(Worker worker, string reason)
    {
        lock (_lock)
        {
            if (worker.IsToBeReplaced) return;
            worker.IsToBeReplaced = true;
        }

        RelayLog.ToBeReplaced(log, worker, reason);
        _replacements.Writer.TryWrite((worker, reason));
    }

    private async Task ReplaceAsync(CancellationToken cancellationToken)
    {
        await foreach (var (worker, reason) in _replacements.Reader.ReadAllAsync(cancellationToken).ConfigureAwait(false))
        {
            while (IsCounted(worker) && !await TryReplaceAsync(worker, reason, cancellationToken).ConfigureAwait(false))
                await Task.Delay(options().Workers.RestartDelay + Tick, _clock, cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task<bool> TryReplaceAsync(Worker worker, string reason, CancellationToken cancellationToken)
    {
        Worker successor;
        try
        {
            successor = StartWorker(isSuccessor: true);
        }
        catch (RelayException error)
        {
            RelayLog.Failed(log, error.Message);
            return false;
        }

        if (!await successor.Ready.Task.WaitAsync(cancellationToken).ConfigureAwait(false)) return false;

        // At once: else the two would count as none, and one more be started, or as two, and one of them be ended.
        lock (_lock)
        {
            pool.Remove(worker, WorkerState.Draining);
            successor.IsSuccessor = false;
        }

        await RetireAsync(worker, reason).WaitAsync(cancellationToken).ConfigureAwait(false);
        return true;
    }

    /// <summary>Lets a worker finish its calls, and ends it.</summary>
    private async Task RetireAsync(Worker worker, string reason)
    {
        worker.EndReason ??= reason;
        pool.Remove(worker, WorkerState.Draining);
        await worker.Idle.Task.WaitAsync(options().Server.DrainTimeout, _clock).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await EndAsync(worker).ConfigureAwait(false);
    }

    private async Task EndAsync(Worker worker)
    {
        worker.Process.Terminate();
        Task exit = worker.Process.Exit;
        await exit.WaitAsync(options().Workers.StopTimeout, _clock).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        worker.Process.Kill();
        await exit.ConfigureAwait(false);
    }

    private void CheckLimits()
    {
        var workers = options().Workers;
        var bytes = ResidentMemory.ReadBySession();
        foreach (var worker in Workers.Where(worker => worker.State is WorkerState.Serving or WorkerState.Unhealthy or WorkerState.Ejected))
        {
            worker.ResidentBytes = bytes.GetValueOrDefault(worker.Process.Id);
            if (workers.MemoryLimitBytes > 0 && worker.ResidentBytes > workers.MemoryLimitBytes) RequestReplacement(worker, "memory");
            else if (worker.MaxAge > TimeSpan.Zero && _clock.GetElapsedTime(worker.StartTimestamp) > worker.MaxAge) RequestReplacement(worker, "age");
        }
    }
}
