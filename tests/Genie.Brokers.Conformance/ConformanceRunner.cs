using System.Diagnostics;

namespace Genie.Brokers.Conformance;

/// <summary>Runs one check against a driver.</summary>
public static class ConformanceRunner
{
    // A driver that hangs must fail its check, not hold up the others.
    private static readonly TimeSpan CheckTimeout = TimeSpan.FromMinutes(3);

    /// <summary>Runs one check. Throws nothing but <see cref="OperationCanceledException"/> for <paramref name="cancellationToken"/>.</summary>
    public static async Task<ConformanceResult> RunAsync(
        ConformanceCheck check, ConformanceSubject subject, CancellationToken cancellationToken)
    {
        if (subject.Deviations.TryGetValue(check.Name, out var reason))
            return new ConformanceResult(check, ConformanceOutcome.NotApplicable, reason, TimeSpan.Zero, IsDeviation: true);
        var watch = Stopwatch.StartNew();
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(CheckTimeout);
        try
        {
            // On the pool and with a wait of its own: a driver that blocks or ignores its token is still reported.
            await Task.Run(() => check.RunAsync(subject, limit.Token), limit.Token)
                .WaitAsync(CheckTimeout + TimeSpan.FromSeconds(30), cancellationToken).ConfigureAwait(false);
            return new ConformanceResult(check, ConformanceOutcome.Passed, "", watch.Elapsed);
        }
        catch (CheckNotApplicableException error)
        {
            return new ConformanceResult(check, ConformanceOutcome.NotApplicable, error.Message, watch.Elapsed);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            throw;
        }
        catch (ConformanceException error)
        {
            return new ConformanceResult(check, ConformanceOutcome.Failed, error.Message, watch.Elapsed, error);
        }
        catch (OperationCanceledException error)
        {
            return new ConformanceResult(
                check, ConformanceOutcome.Failed, $"expected: an end within {CheckTimeout.TotalMinutes:0} minutes; seen: none", watch.Elapsed, error);
        }
        catch (TimeoutException error)
        {
            return new ConformanceResult(check, ConformanceOutcome.Failed, "expected: an end in time; seen: none", watch.Elapsed, error);
        }
        catch (Exception error)
        {
            return new ConformanceResult(
                check, ConformanceOutcome.Failed, $"expected: no error; seen: {error.GetType().Name}: {error.Message}", watch.Elapsed, error);
        }
    }
}
