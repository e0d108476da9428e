using Genie.Benchmarks.Load.Crews;
using Genie.Benchmarks.Load.Pacing;
using Genie.Benchmarks.Load.Workers;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Brokers.Drivers;
using Genie.Workload;

namespace Genie.Benchmarks.Load;

/// <summary>Measures one job: connects, makes the first request, warms up, measures, drains, makes the rows.</summary>
/// <param name="job">What to measure.</param>
/// <param name="driver">The driver it names.</param>
/// <param name="broker">A broker of that driver, which stays the caller's.</param>
/// <param name="workload">What requests mean.</param>
/// <param name="report">Gets the progress.</param>
/// <param name="crew">The other clients that share the worker, with whom each phase begins; null where there are none.</param>
internal sealed class LoadRunner(LoadJob job, IBrokerDriver driver, IBroker broker, IWorkload workload, Action<LoadEvent> report, ILoadCrew? crew = null)
{
    /// <summary>The phase whose figures are the row's, as <see cref="LoadEvent.Phase"/> names it.</summary>
    public const string MeasuringPhase = "measuring";

    /// <summary>The phase before it.</summary>
    public const string WarmUpPhase = "warm-up";

    /// <summary>When everything is measured and drained.</summary>
    public const string DonePhase = "done";

    /// <summary>Measures with a worker that listens already.</summary>
    /// <param name="channel">The channel it listens to.</param>
    /// <param name="worker">The worker.</param>
    /// <param name="cancellationToken">Ends early; the last row then holds what was measured and says so.</param>
    /// <returns>A row for each of <see cref="LoadJob.Slices"/>.</returns>
    /// <exception cref="BrokerException">It could not be measured.</exception>
    public async Task<IReadOnlyList<RunRow>> RunAsync(string channel, IWorker worker, CancellationToken cancellationToken)
    {
        // A long file is not to be read between the warm-up and the measured time.
        var recording = job.Replay?.Read(job.Workload);
        report(new LoadEvent { Phase = "connecting" });
        var connections = new List<IBrokerConnection>();
        try
        {
            for (var i = 0; i < job.Connections; i++)
                connections.Add(await broker.ConnectAsync(channel, ConnectionOptions(), cancellationToken).ConfigureAwait(false));
            var first = await FirstRequest.MakeAsync(connections[0], workload, worker, isOneWay: job.FanOut > 0 || job is { PipelineStages: > 1, Mode: RunMode.FireAndForget }, cancellationToken).ConfigureAwait(false);
            var settling = new Settling(worker, job.WarmUpSettles, job.Repetitions > 0 ? new SettlingRule(SettlingRule.LooseRateTolerance) : new SettlingRule());
            await MeetAsync(WarmUpPhase, cancellationToken).ConfigureAwait(false);
            var warmUp = await RunPhaseAsync(Watch(WarmUpPhase, job.WarmUpSeconds) with { Settling = settling }, connections, worker, cancellationToken).ConfigureAwait(false);
            List<RunRow> rows = [];
            while (rows.Count < job.Slices && !(rows.Count > 0 && cancellationToken.IsCancellationRequested))
            {
                var slice = job with { Repetition = job.Repetition + rows.Count };
                await MeetAsync(MeasuringPhase, cancellationToken).ConfigureAwait(false);
                var measured = cancellationToken.IsCancellationRequested ? null : await RunPhaseAsync(MeasuringWatch(slice, first, recording), connections, worker, cancellationToken).ConfigureAwait(false);
                await MeetAsync(DonePhase, cancellationToken).ConfigureAwait(false);
                rows.Add(RowBuilder.Build(slice, driver, broker.Traits, first, warmUp, settling, measured, cancellationToken.IsCancellationRequested));
            }

            return rows;
        }
        finally
        {
            foreach (var connection in connections) await connection.DisposeAsync().ConfigureAwait(false);
        }
    }

    private PhaseWatch MeasuringWatch(LoadJob slice, TimeSpan first, Recording? recording) => Watch(MeasuringPhase, slice.DurationSeconds) with
    {
        Rate = slice.RateStages is { } stages ? RateProfile.Parse(stages).Times(slice.RateShare) : RateProfile.Constant(slice.RatePerSecond),
        Recording = recording,
        Checkpoint = progress => report(new LoadEvent { Phase = MeasuringPhase, Interim = RowBuilder.Interim(slice, driver, broker.Traits, first, progress) }),
        CheckpointInterval = TimeSpan.FromSeconds(slice.CheckpointSeconds),
        WorkerAway = TimeSpan.FromSeconds(slice.WorkerAwaySeconds),
    };

    // Who is ended early has no need to wait for the others.
    private async Task MeetAsync(string phase, CancellationToken cancellationToken)
    {
        if (crew is null || cancellationToken.IsCancellationRequested) return;
        try
        {
            await crew.MeetAsync(phase, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // It goes on to the partial row.
        }
    }

    private async Task<PhaseResult?> RunPhaseAsync(
        PhaseWatch watch, IReadOnlyList<IBrokerConnection> connections, IWorker worker, CancellationToken cancellationToken) =>
        watch.Duration <= TimeSpan.Zero ? null : await new LoadPhase(job, connections, workload, worker, watch).RunAsync(cancellationToken).ConfigureAwait(false);

    private PhaseWatch Watch(string name, double seconds) => new()
    {
        Name = name,
        Duration = TimeSpan.FromSeconds(seconds),
        Rate = RateProfile.Constant(job.RatePerSecond),
        Report = report,
    };

    private ConnectionOptions ConnectionOptions() => new()
    {
        Confirmation = job.Confirmation,
        Delivery = job.FanOut > 0 ? Delivery.Broadcast : Delivery.Competing,
        MaxInFlight = Math.Max(job.InFlight, 16),
        InlineContinuations = job.Inline,
        RequestTimeout = TimeSpan.FromSeconds(job.RequestTimeoutSeconds),
    };
}
