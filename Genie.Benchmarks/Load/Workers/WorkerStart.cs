using Genie.Brokers;
using Genie.Brokers.Drivers;
using Genie.Workload;

namespace Genie.Benchmarks.Load.Workers;

/// <summary>Starts a worker where its driver allows: in a process of its own, or in the client's.</summary>
internal static class WorkerStart
{
    /// <summary>Starts it; when the task completes, it receives what is sent from now on.</summary>
    /// <param name="driver">The driver.</param>
    /// <param name="plain">A broker of that driver, which stays the caller's.</param>
    /// <param name="workload">What is done, for a worker in this process; it stays the caller's.</param>
    /// <param name="job">What the worker is to do.</param>
    /// <param name="command">A shell command that starts it elsewhere, or null.</param>
    /// <param name="kept">A worker's process that rests, to be taken instead of a new one; it is the returned worker's, or ended.</param>
    /// <param name="cancellationToken">Abandons the start.</param>
    /// <returns>The worker, and the broker to reach it with: the plain one, or one that encrypts on its way to it.</returns>
    public static async Task<(IWorker Worker, IBroker Broker)> StartAsync(
        IBrokerDriver driver, IBroker plain, IWorkload workload, WorkerJob job, string? command, RemoteWorker? kept, CancellationToken cancellationToken)
    {
        if (driver.InProcess)
        {
            var broker = job.Encrypt ? Encryption.OfBoth(plain) : plain;
            return (new LocalWorker(await WorkerSession.StartAsync(broker, workload, job, owns: false, cancellationToken).ConfigureAwait(false)), broker);
        }

        var worker = kept ?? RemoteWorker.StartProcess(command);
        try
        {
            var listener = await worker.ListenAsync(job, cancellationToken).ConfigureAwait(false);
            return (worker, listener is null ? plain : Encryption.OfClient(plain, listener));
        }
        catch
        {
            await worker.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }
}
