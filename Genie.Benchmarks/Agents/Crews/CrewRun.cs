using Genie.Benchmarks.Agents.Clocks;
using Genie.Benchmarks.Agents.Links;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Load.Crews;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;

namespace Genie.Benchmarks.Agents.Crews;

/// <summary>One row that a crew measures: lets its clients begin each phase at once, has the worker answer each, collects their rows.</summary>
/// <param name="fleet">The agents.</param>
/// <param name="seats">The clients.</param>
/// <param name="worker">The worker.</param>
/// <param name="clocks">The agents' clocks before it.</param>
/// <param name="report">Gets the progress of all.</param>
internal sealed class CrewRun(AgentFleet fleet, IReadOnlyList<CrewSeat> seats, SharedWorker worker, IReadOnlyDictionary<string, ClockEstimate> clocks, Func<LoadEvent, Task> report)
{
    // Long enough for a partial row to come, short enough for who pressed Ctrl-C.
    private static readonly TimeSpan StopTimeout = TimeSpan.FromSeconds(3);

    private readonly Lock _lock = new();
    private readonly CrewProgress _progress = new(seats.Count);
    private readonly RunRow?[] _rows = new RunRow?[seats.Count];
    private readonly string?[] _oneWay = new string?[seats.Count];
    private readonly HashSet<int> _ready = [];
    private volatile bool _isMeasuring;
    private Task<WorkerReply>? _listening;
    private int _resting;

    /// <summary>The clients.</summary>
    public IReadOnlyList<CrewSeat> Seats => seats;

    /// <summary>The agents.</summary>
    public AgentFleet Fleet => fleet;

    /// <summary>The agents' clocks before it.</summary>
    public IReadOnlyDictionary<string, ClockEstimate> Clocks => clocks;

    /// <summary>What each agent's machine had done when the measured time began; null where it never did.</summary>
    public IReadOnlyDictionary<string, UsageReading>? UsageBefore { get; private set; }

    /// <summary>And when all had ended.</summary>
    public IReadOnlyDictionary<string, UsageReading>? UsageAfter { get; private set; }

    /// <summary>One-way times of each client, as <see cref="Measurement.HistogramText"/> writes them; null where there are none.</summary>
    public IReadOnlyList<string?> OneWay => _oneWay;

    /// <summary>Measures.</summary>
    /// <param name="jobs">A job for each client.</param>
    /// <param name="cancellationToken">Ends early.</param>
    /// <returns>The clients' rows; null if it was ended before they could say anything.</returns>
    /// <exception cref="BrokerException">A process died, or an agent is lost.</exception>
    public async Task<IReadOnlyList<RunRow>?> MeasureAsync(IReadOnlyList<LoadJob> jobs, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource();
        await using var registration = cancellationToken.Register(() => _ = StopAsync(limit)).ConfigureAwait(false);
        List<Task> serving = [.. jobs.Select((job, seat) => ServeAsync(seat, job, limit.Token))];
        var trouble = Task.WhenAny([.. fleet.Lost, worker.Death]);
        try
        {
            while (serving.Count > 0)
            {
                var ended = await Task.WhenAny([.. serving, trouble]).ConfigureAwait(false);
                if (ended == trouble) throw new BrokerException(await (await trouble.ConfigureAwait(false)).ConfigureAwait(false), isTransient: false);
                serving.Remove(ended);
                await ended.ConfigureAwait(false);
            }

            return [.. _rows.Select(row => row!)];
        }
        catch (OperationCanceledException)
        {
            return null;
        }
        catch (BrokerException) when (cancellationToken.IsCancellationRequested)
        {
            return null;
        }
        finally
        {
            // Whatever still waits for a client waits in vain: its owner ends it.
            foreach (var task in serving) _ = task.ContinueWith(static each => each.Exception, TaskScheduler.Default);
        }
    }

    private async Task StopAsync(CancellationTokenSource limit)
    {
        limit.CancelAfter(StopTimeout);
        for (var seat = 0; seat < seats.Count; seat++) await TellAsync(seat, new SeatOrder { Stop = true }).ConfigureAwait(false);
    }

    private async Task ServeAsync(int seat, LoadJob job, CancellationToken stop)
    {
        await TellAsync(seat, new SeatOrder { Job = job }).ConfigureAwait(false);
        while (await ReceiveAsync(seat, stop).ConfigureAwait(false) is { } said)
        {
            if (said.Ask is { } question) await TellAsync(seat, new SeatOrder { Reply = await AnswerAsync(seat, question, job).ConfigureAwait(false) }).ConfigureAwait(false);
            if (said.Ready is { } phase) await ReadyAsync(seat, phase).ConfigureAwait(false);
            if (said.Event is not { } progress) continue;
            if (progress.Rows is [var row, ..])
            {
                _rows[seat] = row;
                await LeaveAsync().ConfigureAwait(false);
                return;
            }

            if (_progress.Add(seat, progress) is { } all) await report(all).ConfigureAwait(false);
        }

        throw new BrokerException(await seats[seat].Process.DescribeEndAsync().ConfigureAwait(false), isTransient: false);
    }

    private async Task<SeatReport?> ReceiveAsync(int seat, CancellationToken stop)
    {
        try
        {
            return await seats[seat].Process.Channel.ReceiveAsync(ControlJsonContext.Default.SeatReport, stop).ConfigureAwait(false);
        }
        catch (Exception error) when (error is IOException or ObjectDisposedException)
        {
            return null;
        }
    }

    private async Task TellAsync(int seat, SeatOrder order)
    {
        try
        {
            await seats[seat].Process.Channel.SendAsync(order, ControlJsonContext.Default.SeatOrder, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception error) when (error is IOException or ObjectDisposedException)
        {
            // It has gone; reading from it tells so.
        }
    }

    private async Task<WorkerReply> AnswerAsync(int seat, WorkerRequest question, LoadJob job)
    {
        switch (question.Verb)
        {
            case WorkerVerb.Listen:
                // One listens for all; who comes first says to what.
                lock (_lock) _listening ??= worker.AskAsync(question with { Job = question.Job! with { Clients = seats.Count } });
                return await _listening.ConfigureAwait(false);
            case WorkerVerb.Rest:
                return Interlocked.Increment(ref _resting) < seats.Count ? new WorkerReply() : await worker.AskAsync(question).ConfigureAwait(false);
            default:
                question = question with { Client = seat };
                if (question.Verb == WorkerVerb.Begin) question.ClockOffsetNanoseconds = OneWayOffset(seat, job);
                var reply = await worker.AskAsync(question).ConfigureAwait(false);
                if (reply.Report is { OneWay: { } times } && _isMeasuring) _oneWay[seat] = times;
                return reply;
        }
    }

    private long? OneWayOffset(int seat, LoadJob job) =>
        job.WorkerAwaySeconds > 0 ? null : seats[seat].Agent == worker.Agent ? 0 : clocks[worker.Agent].MonotonicNanoseconds - clocks[seats[seat].Agent].MonotonicNanoseconds;

    // Those that have their row already, because they failed, are not waited for.
    private Task ReadyAsync(int seat, string phase)
    {
        lock (_lock)
        {
            _ready.Add(seat);
            if (_ready.Count + _rows.Count(row => row is not null) < seats.Count) return Task.CompletedTask;
        }

        return BeginAsync(phase);
    }

    private Task LeaveAsync()
    {
        lock (_lock)
        {
            if (_ready.Count == 0 || _ready.Count + _rows.Count(row => row is not null) < seats.Count) return Task.CompletedTask;
        }

        return BeginAsync(null);
    }

    private async Task BeginAsync(string? phase)
    {
        int[] ready;
        lock (_lock)
        {
            ready = [.. _ready];
            _ready.Clear();
        }

        if (phase == LoadRunner.MeasuringPhase)
        {
            UsageBefore = await fleet.ReadUsageAsync().ConfigureAwait(false);
            _isMeasuring = true;
        }
        else if (phase == LoadRunner.DonePhase)
        {
            UsageAfter = await fleet.ReadUsageAsync().ConfigureAwait(false);
        }

        foreach (var seat in ready) await TellAsync(seat, new SeatOrder { Go = true }).ConfigureAwait(false);
    }
}
