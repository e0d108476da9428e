using System.Diagnostics;
using Genie.Benchmarks.Load.Workers;
using Genie.Benchmarks.Measurement;
using Genie.Brokers;
using Genie.Brokers.Ledger;
using Genie.Workload;

namespace Genie.Benchmarks.Load;

/// <summary>
/// The first request of two cold processes. It proves that the way to the worker and back is open, and is reported on
/// its own: it pays for everything that is compiled, connected and looked up once.
/// </summary>
internal static class FirstRequest
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);

    /// <summary>Makes it; again where a transient error says that the way is not open yet.</summary>
    /// <returns>How long the answered one took.</returns>
    public static async Task<TimeSpan> MakeAsync(
        IBrokerConnection connection, IWorkload workload, IWorker worker, CancellationToken cancellationToken)
    {
        var begin = Stopwatch.GetTimestamp();
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var ledger = new SentLedger(RunNumber.Next());
            await worker.BeginAsync(ledger.Run, CancellationToken.None).ConfigureAwait(false);
            var sender = new RoundTripSender(new LedgeredConnection(connection, ledger), ledger, workload, new LatencyRecorder(), new ErrorNotes(), isAlone: true);
            var start = Stopwatch.GetTimestamp();
            try
            {
                var request = sender.RequestAsync(start).AsTask();
                if (await Task.WhenAny(request, worker.Death).ConfigureAwait(false) != request) await worker.Death.ConfigureAwait(false);
                await request.WaitAsync(cancellationToken).ConfigureAwait(false);
                return Stopwatch.GetElapsedTime(start);
            }
            catch (BrokerException error) when (error.IsTransient && Stopwatch.GetElapsedTime(begin) < Timeout)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(50), cancellationToken).ConfigureAwait(false);
            }
        }
    }
}
