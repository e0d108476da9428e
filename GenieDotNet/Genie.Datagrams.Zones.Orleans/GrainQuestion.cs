using Genie.Datagrams.Zones.Orleans.Grains;

namespace Genie.Datagrams.Zones.Orleans;

/// <summary>A call of a grain, whose ends are an answer or a <see cref="ZoneException"/>.</summary>
internal static class GrainQuestion
{
    /// <param name="what">What is asked, for errors.</param>
    /// <param name="ask">Calls it.</param>
    /// <param name="timeout">How long it is waited for.</param>
    /// <param name="cancellationToken">Gives it up; what is asked for may happen.</param>
    /// <exception cref="ZoneException">Transient: nobody knows whether it has happened. Otherwise something must be changed first.</exception>
    public static async ValueTask<GrainAnswer> AskAsync(string what, Func<Task<GrainAnswer>> ask, TimeSpan timeout, CancellationToken cancellationToken)
    {
        GrainAnswer answer;
        try
        {
            answer = await ask().WaitAsync(timeout, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            throw;
        }
        catch (TimeoutException)
        {
            throw new ZoneException($"{what} has not answered within {timeout.TotalSeconds:0.###} s: its silo may be gone, and it is found elsewhere as soon as the cluster has noticed.", isTransient: true);
        }
        catch (Exception error)
        {
            throw new ZoneException($"{what} could not be asked: {error.GetBaseException().Message}", isTransient: true);
        }

        return answer.Status switch
        {
            AnswerStatus.Unknown => throw new ZoneException($"{what} may have done what was asked, or not: {answer.Error}", isTransient: true),
            AnswerStatus.Misfit => throw new ZoneException(answer.Error!, isTransient: false),
            _ => answer,
        };
    }
}
