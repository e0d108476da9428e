namespace Genie.Brokers.Mqtt;

/// <summary>
/// Whether what a lost session had taken comes again: it does if the server resumes the session over the next link (MQTT 5.0 section 4.4). One that
/// has restarted or let the session expire does not, and what was taken is all there is.
/// </summary>
internal sealed class SessionFate
{
    private TaskCompletionSource<bool> _newest = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>A session begins: that decides for the one before.</summary>
    /// <param name="isResumed">As the server says.</param>
    /// <returns>Completes when the next one begins: true if the server resumes this one.</returns>
    public Task<bool> Begin(bool isResumed)
    {
        var own = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        Interlocked.Exchange(ref _newest, own).SetResult(isResumed);
        return own.Task;
    }

    /// <summary>True if a message of an ended session comes again. Where that is not known when the listener ends, what it has counts.</summary>
    /// <param name="isResumed">The session's, from <see cref="Begin"/>.</param>
    /// <param name="ending">Ends the wait.</param>
    public static async ValueTask<bool> ComesAgainAsync(Task<bool> isResumed, CancellationToken ending)
    {
        await ((Task)isResumed.WaitAsync(ending)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return isResumed is { IsCompletedSuccessfully: true, Result: true };
    }
}
