using Genie.Benchmarks.Load.Workers;
using Genie.Benchmarks.Measurement;
using Genie.Brokers;

namespace Genie.Benchmarks.Load;

/// <summary>
/// Watches a warm-up until both processes run as they will: the runtime compiles next to nothing any more, and the rate does not move.
/// </summary>
/// <param name="worker">The other process.</param>
/// <param name="endsWarmUp">True if the warm-up is to end then; false if it has a time of its own and only the fact is wanted.</param>
/// <param name="rule">Decides.</param>
internal sealed class Settling(IWorker worker, bool endsWarmUp, SettlingRule rule)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);

    /// <summary>True if it had settled when the warm-up ended.</summary>
    public bool IsSettled => rule.IsSettled;

    /// <summary>What had not settled; empty if everything had.</summary>
    public string Unsettled => rule.Describe();

    /// <summary>Watches until stopped.</summary>
    /// <param name="requests">How many were answered by now.</param>
    /// <param name="end">Ends the warm-up.</param>
    /// <param name="stop">The warm-up has ended.</param>
    public async Task WatchAsync(Func<long> requests, Action end, CancellationToken stop)
    {
        var begin = TimeProvider.System.GetTimestamp();
        try
        {
            while (!stop.IsCancellationRequested)
            {
                // Never abandoned half-way: the answer would be taken for the next question's.
                var compiled = CompiledCode.Time + await worker.CompileTimeAsync(CancellationToken.None).ConfigureAwait(false);
                rule.Add(TimeProvider.System.GetElapsedTime(begin), requests(), compiled);
                if (endsWarmUp && rule.IsSettled) end();
                await Task.Delay(Interval, stop).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException)
        {
            // The warm-up has ended by its time.
        }
        catch (BrokerException)
        {
            // A worker that died is reported where its death is awaited.
        }
    }
}
