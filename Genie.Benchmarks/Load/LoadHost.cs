using System.Diagnostics;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Load.Crews;
using Genie.Benchmarks.Load.Workers;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Brokers.Drivers;
using Genie.EventStore;
using Genie.Geocoding;

namespace Genie.Benchmarks.Load;

/// <summary>Measures jobs of one system one after the other, with a worker process that stays from row to row.</summary>
/// <param name="crew">The other clients that share the worker; null where there are none.</param>
internal sealed class LoadHost(ILoadCrew? crew = null) : IAsyncDisposable
{
    /// <summary>How much longer the warm-up of a process's first row may take than those of the others, where it ends when the row has settled.</summary>
    public const int ColdFactor = 3;

    private static readonly TimeSpan RestTimeout = TimeSpan.FromSeconds(5);

    private RemoteWorker? _worker;
    private int _jobs;

    /// <summary>Measures a job; whatever goes wrong is in its last row.</summary>
    public async Task<IReadOnlyList<RunRow>> MeasureAsync(LoadJob job, Action<LoadEvent> report, CancellationToken cancellationToken)
    {
        ProcessRest.End();
        if (_jobs == 0 && job is { WarmUpSettles: true, Repetitions: 0, Slices: > 0 }) job = job with { WarmUpSeconds = job.WarmUpSeconds * ColdFactor };
        var rows = await TryMeasureAsync(job with { RowsBefore = _jobs++ }, report, cancellationToken).ConfigureAwait(false);
        ProcessRest.Begin();
        return rows;
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => TakeWorker()?.DisposeAsync() ?? ValueTask.CompletedTask;

    private async Task<IReadOnlyList<RunRow>> TryMeasureAsync(LoadJob job, Action<LoadEvent> report, CancellationToken cancellationToken)
    {
        var driver = DriverCatalogue.Find(job.Broker.Broker, job.Broker.Client);
        try
        {
            return await MeasureAsync(job, driver, report, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return [RowBuilder.NotReached(job, driver)];
        }
        catch (Exception error) when (error is BrokerException or GeocoderUnavailableException or EventStoreException)
        {
            return [RowBuilder.Failed(job, driver, error.Message)];
        }
        catch (Exception error)
        {
            // A defect, of ours or of a driver: it costs this row and no other.
            return [RowBuilder.Failed(job, driver, $"{error.GetType().Name}: {error.Message}")];
        }
    }

    private async Task<IReadOnlyList<RunRow>> MeasureAsync(LoadJob job, IBrokerDriver driver, Action<LoadEvent> report, CancellationToken cancellationToken)
    {
        await using var plain = WorkerFactory.CreateBroker(job.Broker);
        var workerJob = WorkerJobOf(job, driver);
        var workload = driver.InProcess
            ? await WorkloadFactory.CreateForWorkerAsync(workerJob.Workload, cancellationToken).ConfigureAwait(false) : WorkloadFactory.CreateForClient(job.Workload);
        try
        {
            var (worker, broker) = await WorkerStart.StartAsync(driver, plain, workload, workerJob, job.WorkerCommand, TakeWorker() ?? crew?.JoinWorker(), cancellationToken).ConfigureAwait(false);
            IReadOnlyList<RunRow>? rows = null;
            try
            {
                return rows = await new LoadRunner(job, driver, broker, workload, report, crew).RunAsync(workerJob.Channel, worker, cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                await LetRestAsync(worker, rows).ConfigureAwait(false);
            }
        }
        finally
        {
            for (var stage = 1; stage <= workerJob.PipelineStages; stage++) await DeleteChannelAsync(plain, workerJob.ChannelOf(stage)).ConfigureAwait(false);
            if (workload is IAsyncDisposable disposable) await disposable.DisposeAsync().ConfigureAwait(false);
        }
    }

    private RemoteWorker? TakeWorker()
    {
        var worker = _worker;
        _worker = null;
        return worker;
    }

    // One that took part in a row that was not measured to its end may still be at it.
    private async Task LetRestAsync(IWorker worker, IReadOnlyList<RunRow>? rows)
    {
        if (worker is RemoteWorker remote && rows is not null && rows.All(row => row.Requests > 0 && !row.Marks.Any(mark => mark.Kind is RowMarkKinds.Failed or RowMarkKinds.Partial)))
        {
            try
            {
                await remote.RestAsync(CancellationToken.None).WaitAsync(RestTimeout).ConfigureAwait(false);
                _worker = remote;
                return;
            }
            catch (Exception error) when (error is BrokerException or TimeoutException)
            {
                // It is ended instead.
                Debug.WriteLine(error);
            }
        }

        await worker.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>The name of a channel that nobody had before.</summary>
    public static string NewChannel() => $"genie-bench-{RunNumber.Next():x}";

    private static WorkerJob WorkerJobOf(LoadJob job, IBrokerDriver driver)
    {
        // A row that found another's events would audit them too, and remember their parties.
        var channel = job.Channel ?? NewChannel();
        var folder = job.Workload.StoreFolder is { } parent ? Path.Combine(parent, channel) : null;
        var workload = job.Workload with { StoreFolder = folder };

        // A worker answers whatever comes; the file may be of another machine.
        if (!driver.InProcess) workload = workload with { PayloadFile = null, PayloadSizes = null, PayloadBytes = 0 };
        return new WorkerJob
        {
            Broker = job.Broker,
            Channel = channel,
            Workload = workload,
            Concurrency = job.WorkerConcurrency,
            DelayMilliseconds = job.WorkerDelayMilliseconds,
            Inline = job.Inline,
            Encrypt = job.Encrypt,
            VerifyEffects = job.VerifyEffects,
            FanOut = job.FanOut,
            PipelineStages = job.PipelineStages,
            Mode = job.Mode,
            Confirmation = job.Confirmation,
            RequestTimeoutSeconds = job.RequestTimeoutSeconds,
        };
    }

    private static async Task DeleteChannelAsync(IBroker broker, string channel)
    {
        using var timeout = new CancellationTokenSource(TimeSpan.FromSeconds(1));
        try
        {
            await broker.DeleteChannelAsync(channel, timeout.Token).ConfigureAwait(false);
        }
        catch (Exception error) when (error is BrokerException or OperationCanceledException or ObjectDisposedException)
        {
            // The server has gone, and the row says so.
            Debug.WriteLine(error);
        }
    }
}
