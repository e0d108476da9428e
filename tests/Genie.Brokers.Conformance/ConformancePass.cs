namespace Genie.Brokers.Conformance;

/// <summary>
/// Several checks against one driver and its server. Those that mind no others run some at once, since most of a check's time is waiting; those that
/// run alone follow, one after the other.
/// </summary>
public sealed class ConformancePass
{
    private const int MaxAtOnce = 6;

    private readonly Dictionary<string, TaskCompletionSource<ConformanceResult>> _results;

    private ConformancePass(IEnumerable<ConformanceCheck> checks) =>
        _results = checks.ToDictionary(check => check.Name, _ => new TaskCompletionSource<ConformanceResult>(TaskCreationOptions.RunContinuationsAsynchronously));

    /// <summary>Begins.</summary>
    /// <param name="checks">The checks.</param>
    /// <param name="createSubject">Called once a check; its error is that check's.</param>
    /// <param name="cancellationToken">Ends what has begun; the other checks are cancelled.</param>
    public static ConformancePass Start(IReadOnlyList<ConformanceCheck> checks, Func<ValueTask<ConformanceSubject>> createSubject, CancellationToken cancellationToken)
    {
        var pass = new ConformancePass(checks);
        _ = Task.Run(() => pass.RunAsync(checks, createSubject, cancellationToken), CancellationToken.None);
        return pass;
    }

    /// <summary>Completes with the result of one of the checks; fails with what kept its subject from being made.</summary>
    /// <exception cref="KeyNotFoundException">The pass does not have this check.</exception>
    public Task<ConformanceResult> ResultOfAsync(string check) => _results[check].Task;

    private async Task RunAsync(IReadOnlyList<ConformanceCheck> checks, Func<ValueTask<ConformanceSubject>> createSubject, CancellationToken cancellationToken)
    {
        await Parallel.ForEachAsync(
            checks.Where(check => !check.RunsAlone), new ParallelOptions { MaxDegreeOfParallelism = MaxAtOnce },
            async (check, _) => await RunAsync(check, createSubject, cancellationToken).ConfigureAwait(false)).ConfigureAwait(false);
        foreach (var check in checks.Where(check => check.RunsAlone)) await RunAsync(check, createSubject, cancellationToken).ConfigureAwait(false);
    }

    private async Task RunAsync(ConformanceCheck check, Func<ValueTask<ConformanceSubject>> createSubject, CancellationToken cancellationToken)
    {
        var result = _results[check.Name];
        try
        {
            cancellationToken.ThrowIfCancellationRequested();
            result.SetResult(await ConformanceRunner.RunAsync(check, await createSubject().ConfigureAwait(false), cancellationToken).ConfigureAwait(false));
        }
        catch (OperationCanceledException)
        {
            result.SetCanceled(cancellationToken);
        }
        catch (Exception error)
        {
            result.SetException(error);
        }
    }
}
