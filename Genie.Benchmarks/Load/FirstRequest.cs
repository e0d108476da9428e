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
    /// <param name="connection">Where it is sent.</param>
    /// <param name="workload">What it says.</param>
    /// <param name="worker">Who gets it.</param>
    /// <param name="isOneWay">True for a message that nobody answers: every listener of the worker, or the last stage of a pipeline, gets it.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <returns>How long the one took that was answered, or that the worker told of.</returns>
    public static async Task<TimeSpan> MakeAsync(
        IBrokerConnection connection, IWorkload workload, IWorker worker, bool isOneWay, CancellationToken cancellationToken)
    {
        var begin = Stopwatch.GetTimestamp();
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var ledger = new SentLedger(RunNumber.Next());
            await worker.BeginAsync(ledger.Run, CancellationToken.None).ConfigureAwait(false);
            var ledgered = new LedgeredConnection(connection, ledger);
            var start = Stopwatch.GetTimestamp();
            try
            {
                var request = isOneWay ? SendAsync(ledgered, workload, worker, start, cancellationToken)
                    : new RoundTripSender(ledgered, ledger, workload, new LatencyRecorder(), new ErrorNotes(), isAlone: true).RequestAsync(start).AsTask();
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

    private static async Task SendAsync(LedgeredConnection connection, IWorkload workload, IWorker worker, long start, CancellationToken cancellationToken)
    {
        var message = connection.CreateMessage();
        message.Begin(LatencyRecorder.ToNanoseconds(start));
        workload.WriteRequest(message.Frame.Sender, message.Frame.Sequence, message);
        await connection.SendAsync(message, cancellationToken).ConfigureAwait(false);
        await connection.FlushAsync(cancellationToken).ConfigureAwait(false);
        while (await worker.ReceivedAsync(cancellationToken).ConfigureAwait(false) == 0)
        {
            if (Stopwatch.GetElapsedTime(start) > Timeout) throw new BrokerException($"A listener had not got the first message after {Timeout.TotalSeconds:0} s.", isTransient: false);
            await Task.Delay(TimeSpan.FromMilliseconds(1), cancellationToken).ConfigureAwait(false);
        }
    }
}
