using System.Diagnostics;
using Genie.Benchmarks.Agents;
using Genie.Benchmarks.Agents.Crews;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.History;
using Genie.Benchmarks.Load;
using Genie.Benchmarks.Load.Ladders;
using Genie.Benchmarks.Load.Limits;
using Genie.Benchmarks.Load.Sweeps;
using Genie.Benchmarks.Measurement;
using Genie.Benchmarks.Reporting.Comparison;
using Genie.Benchmarks.Reporting.Model;
using Genie.Benchmarks.Reporting.Thresholds;
using Genie.Brokers;
using Genie.Brokers.Drivers;
using Genie.Servers;

namespace Genie.Benchmarks.Commands.Bench;

/// <summary>One configuration being measured: its servers, its rows so far. Whoever owns it decides which row is next.</summary>
internal sealed class BenchSession(BenchRequest request, TextWriter error) : IAsyncDisposable
{
    private IRowProcesses _children = new LoadChildren();
    private readonly BenchServers _servers = new(request, error);
    private readonly List<RunRow> _rows = [];
    private readonly List<string> _remarks = [];
    private readonly DateTimeOffset _started = DateTimeOffset.UtcNow;
    private readonly LadderFloor _floor = new();
    private readonly LadderLevels _levels = new(request.Workload);

    // As it is when it begins: who edits on while it measures edits what is measured next.
    private readonly SourceFacts? _source = GitCheckout.Read(Directory.GetCurrentDirectory());
    private BenchSweep? _sweep;
    private int _begun;
    private bool _failedToWrite;

    /// <summary>What was asked for.</summary>
    public BenchRequest Request => request;

    /// <summary>All rows to measure, in order; known after <see cref="PrepareAsync"/>. In a sweep they follow from what is measured: those to come are about those that there will be.</summary>
    public IReadOnlyList<LoadJob> Jobs { get; private set; } = [];

    /// <summary>How many rows that will be, repetitions included.</summary>
    public int RowsPlanned => Jobs.Sum(job => job.Slices);

    /// <summary>Starts what is needed; what cannot be had is a failed row or a remark.</summary>
    /// <exception cref="BadArgumentException">A system that was named does not confirm what was asked for.</exception>
    public async Task PrepareAsync(CancellationToken cancellationToken)
    {
        BenchOutput.RequireWritable(request.Folder);
        try
        {
            var watch = Stopwatch.StartNew();
            if (request.Agents is { } agents) await JoinAsync(agents, cancellationToken).ConfigureAwait(false);
            var drivers = await _servers.PrepareAsync(_remarks, cancellationToken).ConfigureAwait(false);
            foreach (var (driver, error) in _servers.Failures) FailAll(driver, error);
            _remarks.AddRange(BenchLevels.Check(request, drivers));
            if (request.Sweep is { } condition) _sweep = new BenchSweep(new SweepSchedule(BenchPlan.CreateSweep(request, drivers), request.Repetitions ?? BenchRequest.SweepRepetitions, condition), condition);
            Jobs = _sweep?.Jobs ?? (request.HasSlices ? PlanSlices(drivers) : BenchPlan.Create(request, drivers, watch.Elapsed));
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // The results say that nothing was reached.
        }
    }

    /// <summary>Shows what was found out before the first row.</summary>
    public void Announce(BenchDisplay display)
    {
        foreach (var remark in _remarks) display.Say(remark);
        foreach (var row in _rows) display.Complain($"{row.Broker} cannot be measured: {row.Marks[0].Text}");
    }

    /// <summary>Measures all rows, until it is ended early.</summary>
    public async Task RunAsync(BenchDisplay display, CancellationToken cancellationToken)
    {
        if (_sweep is not null)
        {
            await _sweep.RunAsync(this, display, cancellationToken).ConfigureAwait(false);
            return;
        }

        foreach (var job in Jobs)
        {
            if (cancellationToken.IsCancellationRequested) break;
            await MeasureAsync(job, display, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Measures a row; ended early, it says so or is left out.</summary>
    public async Task MeasureAsync(LoadJob job, BenchDisplay display, CancellationToken cancellationToken)
    {
        if (request.Ladder)
        {
            await _floor.MeasureBeforeAsync(job, display, cancellationToken).ConfigureAwait(false);
            await _levels.MeasureBeforeAsync(job, Jobs, display, cancellationToken).ConfigureAwait(false);
        }

        display.Begin(job);
        var load = new MachineLoad(TimeProvider.System);
        var measured = await MeasureJobAsync(job, display, cancellationToken).ConfigureAwait(false);
        _sweep?.Note(measured.Count > 0 ? measured[^1] : null);
        _begun++;
        if (!Jobs.Skip(_begun).Any(later => LoadChildren.KeyOf(later).Equals(LoadChildren.KeyOf(job)))) await _children.EndAsync(job).ConfigureAwait(false);
        if (job.Slices == 0) measured = [];
        var machine = load.End();
        _rows.AddRange(measured.Select(row => ThresholdRules.Judge(row, request.Thresholds) with { MachineLoad = machine }));
        display.End(job, measured.Count > 0 && job.IsShown ? Shown(job, _rows[^1]) : null);
        if (measured.Count > 0) await WritePartialAsync(display, null).ConfigureAwait(false);
    }

    // Of a row with several repetitions in one plan, the one in the middle.
    private RunRow Shown(LoadJob job, RunRow last) =>
        job.Repetitions == 0 || !last.Valid ? last : Series.Of(_rows).First(each => each.Series.Rows.Any(row => ReferenceEquals(row, last))).Series.Median;

    /// <summary>What was measured by now.</summary>
    /// <param name="isPartial">True if rows are missing.</param>
    /// <param name="unfinished">The row that is being measured, or null.</param>
    /// <param name="isUnderWay">True if they are still being measured.</param>
    public BenchResults Results(bool isPartial, RunRow? unfinished = null, bool isUnderWay = false)
    {
        var rows = unfinished is null ? _rows : [.. _rows, unfinished];
        var results = new BenchResults
        {
            Machine = MachineReader.Read(),
            Source = _source,
            Started = _started,
            Ended = DateTimeOffset.UtcNow,
            Tool = $"genie {typeof(BenchSession).Assembly.GetName().Version?.ToString(3)}",
            CommandLine = request.CommandLine,
            Seed = request.Workload.Seed,
            Partial = isPartial,
            Remarks = isPartial ? [.. _remarks, $"{(isUnderWay ? "under way" : "ended early")}: {_rows.Count} of {RowsPlanned} rows"] : _remarks,
            Ladders = request.Ladder ? LadderBuilder.Build(rows, _floor.Repetitions) : null,
            Overhead = request.Ladder ? _levels.Figures : null,
            Runs = SuspectSeries.Mark(EncryptionOverhead.Remark(request.HasSlices ? UnsettledSeries.Mark(rows) : rows)),
        };
        return _sweep?.Judge(results) ?? results;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _children.DisposeAsync().ConfigureAwait(false);
        await _servers.DisposeAsync().ConfigureAwait(false);
    }

    private async Task JoinAsync(AgentPlacement agents, CancellationToken cancellationToken)
    {
        var fleet = await AgentFleet.OpenAsync(agents, cancellationToken).ConfigureAwait(false);
        _children = new AgentCrews(fleet);
        _remarks.AddRange(await fleet.IntroduceAsync(cancellationToken).ConfigureAwait(false));
        if (request.Sweep is not null) _remarks.Add("The sweep's control is of this machine alone: it tells nothing of the agents'.");
    }

    private IReadOnlyList<LoadJob> PlanSlices(IReadOnlyList<BenchDriver> drivers)
    {
        var plan = BenchPlan.CreateSlices(request, drivers);
        _remarks.AddRange(plan.Remarks);
        if (request.Quick) _remarks.Add("A glance of a minute, with little warm-up: figures may be off by half. Without --quick rows are measured until they have settled.");
        return plan.Jobs;
    }

    private async Task<IReadOnlyList<RunRow>> MeasureJobAsync(LoadJob job, BenchDisplay display, CancellationToken cancellationToken)
    {
        if (request.Until is not { } condition) return await MeasureRowsAsync(job, display, cancellationToken).ConfigureAwait(false);
        var search = new LimitSearch(condition, async attempt => await MeasureRowsAsync(attempt, display, cancellationToken).ConfigureAwait(false) is [.., var row] ? row : null);
        return await search.RunAsync(job, cancellationToken).ConfigureAwait(false) is { } found ? [found] : [];
    }

    private async Task<IReadOnlyList<RunRow>> MeasureRowsAsync(LoadJob job, BenchDisplay display, CancellationToken cancellationToken)
    {
        RunRow? interim = null;
        Task? faults = null;
        using var rowEnded = new CancellationTokenSource();
        try
        {
            try
            {
                return await _children.MeasureAsync(job, NoteAsync, cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                await rowEnded.CancelAsync().ConfigureAwait(false);
                if (faults is not null) await faults.ConfigureAwait(false);
            }
        }
        catch (Exception error) when (error is BrokerException or ServerException)
        {
            return [RowBuilder.Failed(job, DriverCatalogue.Find(job.Broker.Broker, job.Broker.Client), error.Message, interim)];
        }

        Task NoteAsync(LoadEvent progress)
        {
            display.Progress(progress);
            if (progress.Phase == LoadRunner.MeasuringPhase && faults is null) faults = _servers.ApplyFaultsAsync(job.Broker.Broker, TimeSpan.FromSeconds(job.DurationSeconds), rowEnded.Token);
            if (progress.Interim is null) return Task.CompletedTask;
            interim = progress.Interim;
            return WritePartialAsync(display, interim);
        }
    }

    // A disk that is full for now costs nothing that was measured: it is all written again at the end, or elsewhere.
    private async Task WritePartialAsync(BenchDisplay display, RunRow? unfinished)
    {
        if (await BenchOutput.TryWritePartialAsync(request, Results(isPartial: true, unfinished, isUnderWay: true)).ConfigureAwait(false) is not { } failure || _failedToWrite) return;
        _failedToWrite = true;
        display.Complain($"The results so far cannot be written; measuring goes on. {failure}");
    }

    private void FailAll(IBrokerDriver driver, string error)
    {
        // One row says it; the others would only say it again.
        var plan = new LoadJob
        {
            Broker = new BrokerChoice { Broker = driver.Broker, Client = driver.Client },
            Workload = request.Workload,
            Mode = request.Modes[0],
            Confirmation = Confirmation.Buffered,
            Connections = request.Connections[0],
        };
        _rows.Add(RowBuilder.Failed(plan, driver, error));
    }
}
