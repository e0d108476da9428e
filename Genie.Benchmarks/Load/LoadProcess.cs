using System.Diagnostics;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Load.Workers;
using Genie.Benchmarks.Reporting.Model;
using Genie.Brokers;
using Genie.Geocoding;
using Genie.Grains.Events;

namespace Genie.Benchmarks.Load;

/// <summary>
/// The process that measures one job and ends: a process a row, so that the first request is a cold one and neither
/// memory nor compiled code of the row before shows in the figures.
/// </summary>
internal static class LoadProcess
{
    /// <summary>Takes a job from the channel, measures it, tells progress and the row.</summary>
    /// <param name="channel">The way to the bench; its end ends the measurement early.</param>
    /// <param name="cancellationToken">Ends it early too.</param>
    public static async Task RunAsync(JsonLineChannel channel, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var job = await channel.ReceiveAsync(ControlJsonContext.Default.LoadJob, cancellationToken).ConfigureAwait(false)
            ?? throw new InvalidDataException("No job came.");
        _ = StopAtEndOfInputAsync(channel, stop);
        var reports = new ReportQueue(channel);
        var row = await MeasureAsync(job, reports.Add, stop.Token).ConfigureAwait(false);
        await reports.EndAsync(new LoadEvent { Row = row }).ConfigureAwait(false);
    }

    /// <summary>Measures a job; whatever goes wrong is in the row.</summary>
    public static async Task<RunRow> MeasureAsync(LoadJob job, Action<LoadEvent> report, CancellationToken cancellationToken)
    {
        var driver = DriverCatalogue.Find(job.Broker.Broker, job.Broker.Client);
        try
        {
            await using var plain = WorkerFactory.CreateBroker(job.Broker);
            var workerJob = WorkerJobOf(job);
            var workload = driver.InProcess
                ? await WorkloadFactory.CreateForWorkerAsync(workerJob.Workload, cancellationToken).ConfigureAwait(false) : WorkloadFactory.CreateForClient(job.Workload);
            try
            {
                var (worker, broker) = await WorkerStart.StartAsync(driver, plain, workload, workerJob, job.WorkerCommand, cancellationToken).ConfigureAwait(false);
                await using (worker.ConfigureAwait(false))
                    return await new LoadRunner(job, driver, broker, workload, report).RunAsync(workerJob.Channel, worker, cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                await DeleteChannelAsync(plain, workerJob.Channel).ConfigureAwait(false);
                if (workload is IAsyncDisposable disposable) await disposable.DisposeAsync().ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return RowBuilder.NotReached(job, driver);
        }
        catch (Exception error) when (error is BrokerException or GeocoderUnavailableException or EventStoreException)
        {
            return RowBuilder.Failed(job, driver, error.Message);
        }
        catch (Exception error)
        {
            // A defect, of ours or of a driver: it costs this row and no other.
            return RowBuilder.Failed(job, driver, $"{error.GetType().Name}: {error.Message}");
        }
    }

    private static WorkerJob WorkerJobOf(LoadJob job)
    {
        // A row that found another's events would audit them too, and remember their parties.
        var channel = $"genie-bench-{RunNumber.Next():x}";
        var folder = job.Workload.StoreFolder is { } parent ? Path.Combine(parent, channel) : null;
        return new WorkerJob
        {
            Broker = job.Broker, Channel = channel, Workload = job.Workload with { StoreFolder = folder }, Concurrency = job.WorkerConcurrency,
            Inline = job.Inline, Encrypt = job.Encrypt, VerifyEffects = job.VerifyEffects,
        };
    }

    private static async Task DeleteChannelAsync(IBroker broker, string channel)
    {
        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(1));
        try
        {
            await broker.DeleteChannelAsync(channel, patience.Token).ConfigureAwait(false);
        }
        catch (Exception error) when (error is BrokerException or OperationCanceledException or ObjectDisposedException)
        {
            // The server has gone, and the row says so.
            Debug.WriteLine(error);
        }
    }

    private static async Task StopAtEndOfInputAsync(JsonLineChannel channel, CancellationTokenSource stop)
    {
        try
        {
            while (await channel.ReceiveAsync(ControlJsonContext.Default.LoadJob, stop.Token).ConfigureAwait(false) is not null)
            {
            }

            await stop.CancelAsync().ConfigureAwait(false);
        }
        catch (Exception error) when (error is OperationCanceledException or ObjectDisposedException)
        {
            // The measurement has ended by itself.
        }
    }
}
