using Genie.Benchmarks.Load.Workers;
using Genie.Brokers;
using Genie.Brokers.Ledger;

namespace Genie.Benchmarks.Load.Crashes;

/// <summary>Worker processes that serve one channel, and replace one another when one is killed.</summary>
/// <param name="job">What each of them does.</param>
/// <param name="sparesFirst">True to kill the first one never.</param>
/// <param name="timeout">How long one may take until it listens.</param>
internal sealed class WorkerGroup(WorkerJob job, bool sparesFirst, TimeSpan timeout) : IAsyncDisposable
{
    private readonly List<RemoteWorker> _workers = [];

    /// <summary>Processes started so far.</summary>
    public int Started { get; private set; }

    /// <summary>Starts one more; when the task completes, it listens.</summary>
    /// <exception cref="BrokerException">It could not.</exception>
    public async Task StartOneAsync(CancellationToken cancellationToken)
    {
        var worker = RemoteWorker.StartProcess(command: null);
        _workers.Add(worker);
        Started++;
        await Reaching.RetryAsync(() => worker.ListenAsync(job, cancellationToken), timeout, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Kills the oldest that may be killed.</summary>
    public async Task KillOneAsync()
    {
        var victim = _workers[sparesFirst ? 1 : 0];
        _workers.Remove(victim);
        await victim.KillAsync().ConfigureAwait(false);
        await victim.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>Adds what the living ones saw delivered.</summary>
    /// <returns>What is in the event store.</returns>
    public async Task<DeliveryLedger> ReportAsync(DeliveryLedger delivered, CancellationToken cancellationToken)
    {
        var effects = new DeliveryLedger(job.Run);
        foreach (var worker in _workers)
        {
            var report = await worker.ReportAsync(cancellationToken).ConfigureAwait(false);
            delivered.Merge(report.Deliveries[0]);

            // All look into the same store; one is enough, and the last one looked last.
            effects = new DeliveryLedger(job.Run);
            effects.Merge(report.Effects ?? throw new InvalidOperationException("The worker reported no effects."));
        }

        return effects;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (var worker in _workers) await worker.DisposeAsync().ConfigureAwait(false);
        _workers.Clear();
    }
}
