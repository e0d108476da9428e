using System.Diagnostics;
using Genie.Benchmarks.Load.Effects;
using Genie.Benchmarks.Load.Pacing;
using Genie.Benchmarks.Load.Workers;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Brokers.Ledger;
using Genie.Workload;

namespace Genie.Benchmarks.Load;

/// <summary>One run of a job's load over open connections, with a ledger of its own: the warm-up, then the measured time.</summary>
internal sealed class LoadPhase
{
    // Who is asked to stop gets that long to shut down gracefully before the connections are cut.
    private static readonly TimeSpan CancelTimeout = TimeSpan.FromMilliseconds(400);

    private readonly LoadJob _job;
    private readonly IReadOnlyList<IBrokerConnection> _connections;
    private readonly IWorker _worker;
    private readonly PhaseWatch _watch;
    private readonly SentLedger _ledger = new(RunNumber.Next());
    private readonly LatencyRecorder _recorder = new();
    private readonly ErrorNotes _errors = new();
    private readonly BacklogGate _gate;
    private readonly List<RoundTripSender> _senders = [];
    private readonly List<Publisher> _publishers = [];

    /// <summary>Prepares the senders.</summary>
    public LoadPhase(LoadJob job, IReadOnlyList<IBrokerConnection> connections, IWorkload workload, IWorker worker, PhaseWatch watch)
    {
        _job = job;
        _connections = connections;
        _worker = worker;
        _watch = watch;
        _gate = new BacklogGate(job.BacklogMessages == 0 ? long.MaxValue : job.BacklogMessages);
        foreach (var connection in connections)
        {
            var ledgered = new LedgeredConnection(connection, _ledger);
            if (job.Mode == RunMode.FireAndForget) _publishers.Add(new Publisher(ledgered, job.InFlight, workload, _recorder, _errors, _gate));
            else AddSenders(ledgered, workload);
        }
    }

    /// <summary>Runs, drains, settles the ledger.</summary>
    /// <param name="cancellationToken">Ends the phase early; what was measured by then is returned.</param>
    /// <exception cref="WorkerDiedException">The worker died.</exception>
    public async Task<PhaseResult> RunAsync(CancellationToken cancellationToken)
    {
        await _worker.BeginAsync(_ledger.Run, CancellationToken.None).ConfigureAwait(false);
        var duration = _watch.Duration;
        _watch.Report(new LoadEvent { Phase = _watch.Name });
        var lateBefore = LateReplies();
        var usageBefore = ProcessUsage.Now();
        var sampler = new TimeLineSampler(_recorder, _errors, _worker, _watch);
        var backlog = _watch.WorkerAway > TimeSpan.Zero ? new BacklogWatch(Sent) : null;
        var arrivals = new Arrivals(_worker, _gate, backlog);
        if (backlog is not null) await _worker.PauseAsync(CancellationToken.None).ConfigureAwait(false);
        var begin = Stopwatch.GetTimestamp();
        using var clock = CreateClock(begin, duration);
        using var sendingEnded = new CancellationTokenSource();
        using var deadline = new Timer(_ => _gate.Open(), null, duration, Timeout.InfiniteTimeSpan);
        var watching = sampler.RunAsync(sendingEnded.Token);
        var settling = WatchSettlingAsync(clock, sendingEnded.Token);
        var returning = backlog is null ? Task.CompletedTask : ReturnAsync(backlog, cancellationToken);
        var following = _publishers.Count > 0 ? arrivals.FollowAsync(sendingEnded.Token) : Task.CompletedTask;
        long end;
        ProcessUsage usage;
        try
        {
            await SendAsync(clock, cancellationToken).ConfigureAwait(false);
            end = Stopwatch.GetTimestamp();
            usage = ProcessUsage.Now().Since(usageBefore);
        }
        finally
        {
            await sendingEnded.CancelAsync().ConfigureAwait(false);
        }

        await returning.ConfigureAwait(false);
        await watching.ConfigureAwait(false);
        await following.ConfigureAwait(false);
        await settling.ConfigureAwait(false);
        if (_senders.Count > 0) end = MeanEnd(begin);

        // The times of an open loop fill its duration, whether the last one is due at its end or before.
        if (!_watch.Rate.IsClosedLoop && !cancellationToken.IsCancellationRequested) end = Math.Max(end, begin + (long)(duration.TotalSeconds * Stopwatch.Frequency));
        if (_publishers.Count > 0 || _errors.Count > 0)
            end = Math.Max(end, await DrainAsync(arrivals, cancellationToken).ConfigureAwait(false));
        var worker = await _worker.ReportAsync(CancellationToken.None).ConfigureAwait(false);
        DeliveryLedger[] delivered = [.. worker.Deliveries.Select(Import)];
        return new PhaseResult(
            _recorder.Snapshot(), sampler.Points, FanOutLedger.Settle(_ledger, delivered, LateReplies() - lateBefore),
            Stopwatch.GetElapsedTime(begin, end), usage, worker, _errors.Summarize(),
            backlog?.Figures(),
            worker.Effects is null ? null : _ledger.SettleEffects(Import(worker.Effects), delivered[0], EffectRules.DutyOf(_job.Mode, _job.Confirmation)));
    }

    private void AddSenders(LedgeredConnection connection, IWorkload workload)
    {
        var isAlone = _connections.Count * _job.InFlight == 1;
        for (var i = 0; i < _job.InFlight; i++)
            _senders.Add(new RoundTripSender(connection, _ledger, workload, _recorder, _errors, isAlone));
    }

    private async Task ReturnAsync(BacklogWatch backlog, CancellationToken cancellationToken)
    {
        try
        {
            await Task.Delay(_watch.WorkerAway, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // Ended early: it comes back for what is left.
        }

        await _worker.ResumeAsync(CancellationToken.None).ConfigureAwait(false);
        backlog.Return();
    }

    private SendClock CreateClock(long begin, TimeSpan duration) => _watch.Rate.IsClosedLoop
        ? new ClosedLoopClock(begin, begin + (long)(duration.TotalSeconds * Stopwatch.Frequency))
        : new OpenLoopClock(_watch.Recording is { } recording ? new ArrivalSchedule(begin, recording, duration) : new ArrivalSchedule(begin, _watch.Rate.Over(duration)), _senders.Count + _publishers.Count);

    private Task WatchSettlingAsync(SendClock clock, CancellationToken stop)
    {
        var latencies = new LatencyHistogram();
        return _watch.Settling?.WatchAsync(Requests, End, stop) ?? Task.CompletedTask;

        long Requests()
        {
            _recorder.SnapshotInto(latencies);
            return latencies.Count;
        }

        void End()
        {
            clock.Stop();
            _gate.Open();
        }
    }

    private async Task SendAsync(SendClock clock, CancellationToken cancellationToken)
    {
        var sending = Task.WhenAll([
            .. _senders.Select(sender => Task.Run(() => sender.RunAsync(clock), CancellationToken.None)),
            .. _publishers.Select(publisher => Task.Run(() => publisher.RunAsync(clock), CancellationToken.None))]);
        var cancelled = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var registration = cancellationToken.Register(cancelled.SetResult).ConfigureAwait(false);
        if (await Task.WhenAny(sending, _worker.Death, cancelled.Task).ConfigureAwait(false) != sending)
        {
            clock.Stop();
            _gate.Open();
            if (!_worker.Death.IsCompleted) await Task.WhenAny(sending, Task.Delay(CancelTimeout, CancellationToken.None)).ConfigureAwait(false);
            if (!sending.IsCompleted) await CutConnectionsAsync().ConfigureAwait(false);
        }

        await sending.ConfigureAwait(false);
        if (_worker.Death.IsCompleted) await _worker.Death.ConfigureAwait(false);
    }

    private async Task CutConnectionsAsync()
    {
        // Fails whatever is pending at once, instead of at its timeout.
        foreach (var connection in _connections) await connection.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>When senders ended, on average: of thirty-two, one that waits long for its last answer must not stretch the
    /// time over which the others' requests are counted as if all had gone on.</summary>
    private long MeanEnd(long begin) =>
        // In an open loop there may be more senders than requests.
        begin + (long)_senders.Where(sender => sender.EndTimestamp > 0).Select(sender => sender.EndTimestamp - begin).DefaultIfEmpty(0).Average();

    private async Task<long> DrainAsync(Arrivals arrivals, CancellationToken cancellationToken)
    {
        _watch.Report(new LoadEvent { Phase = "draining" });
        if (cancellationToken.IsCancellationRequested) return 0;
        foreach (var connection in _connections)
        {
            try
            {
                await connection.FlushAsync(cancellationToken).ConfigureAwait(false);
            }
            catch (BrokerException error)
            {
                _errors.Add(error);
            }
        }

        await arrivals.DrainAsync(Sent(), cancellationToken).ConfigureAwait(false);

        // A request's time has ended with its answer; a message's ends where it arrives.
        return _publishers.Count > 0 ? arrivals.LastArrivalTimestamp : 0;
    }

    private long Sent() => _publishers.Count > 0 ? _publishers.Sum(publisher => publisher.Sent) : _recorder.Snapshot().Count + _errors.Count;

    private DeliveryLedger Import(byte[] export)
    {
        var ledger = new DeliveryLedger(_ledger.Run);
        ledger.Merge(export);
        return ledger;
    }

    private long LateReplies() => _connections.Sum(connection => connection.LateReplies);
}
