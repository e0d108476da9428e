using Genie.Brokers;

namespace Genie.Benchmarks.Load.Crashes;

/// <summary>Waits that end. A library that has lost its peers may wait for ever; a trial says so and ends.</summary>
/// <param name="timeout">How long each wait may take.</param>
/// <param name="report">Gets a line for what did not end where that changes no result.</param>
internal sealed class BoundedWait(TimeSpan timeout, Action<string> report)
{
    // Whoever is put away has nothing to lose by then, and somebody may wait for the command to end.
    private static readonly TimeSpan PutAwayTimeout = TimeSpan.FromSeconds(5);

    /// <summary>Waits for what the trial cannot do without.</summary>
    /// <exception cref="BrokerException">It did not end in time.</exception>
    public async Task RequireAsync(Task task, string what, CancellationToken cancellationToken)
    {
        try
        {
            await task.WaitAsync(timeout, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            throw new BrokerException(Unended(what, timeout), isTransient: false);
        }
    }

    /// <summary>Waits for what is only put away.</summary>
    public async Task PutAwayAsync(ValueTask task, string what)
    {
        try
        {
            await task.AsTask().WaitAsync(PutAwayTimeout).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            report(Unended(what, PutAwayTimeout));
        }
    }

    private static string Unended(string what, TimeSpan time) => FormattableString.Invariant($"{what} did not end within {time.TotalSeconds:0.#} s.");
}
