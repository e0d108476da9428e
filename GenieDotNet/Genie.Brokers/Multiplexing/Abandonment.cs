namespace Genie.Brokers.Multiplexing;

/// <summary>Waits that end with their token, whether or not what they wait for heeds it.</summary>
internal static class Abandonment
{
    /// <summary>Waits until the operation or the token ends. What goes on then is nobody's: its error is observed here.</summary>
    /// <exception cref="OperationCanceledException">The token was cancelled first.</exception>
    public static ValueTask WaitAsync(ValueTask operation, CancellationToken cancellationToken) =>
        operation.IsCompleted ? operation : new ValueTask(WaitAsync(operation.AsTask(), cancellationToken));

    /// <inheritdoc cref="WaitAsync(ValueTask, CancellationToken)"/>
    public static async Task WaitAsync(Task operation, CancellationToken cancellationToken)
    {
        try
        {
            await operation.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            Observe(operation);
            throw;
        }
    }

    /// <summary>
    /// Waits for what is being opened until it or the token ends: the caller's deadline holds, however long a library takes to give up, or to close what it has. What opens
    /// later, or in the moment of the cancellation, is nobody's and is closed.
    /// </summary>
    /// <param name="opening">Opens it.</param>
    /// <param name="keepUntilGone">Takes the task by which it is closed.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled first.</exception>
    public static async Task<T> WaitForOpenAsync<T>(Task<T> opening, Action<Task> keepUntilGone, CancellationToken cancellationToken)
        where T : IAsyncDisposable
    {
        try
        {
            return await opening.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            keepUntilGone(CloseLateAsync(opening));
            throw;
        }
    }

    private static async Task CloseLateAsync<T>(Task<T> opening)
        where T : IAsyncDisposable
    {
        await ((Task)opening).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (opening.IsCompletedSuccessfully) await opening.Result.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>Takes note of the error with which it may end: nobody awaits it.</summary>
    public static void Observe(Task operation) =>
        _ = operation.ContinueWith(static ended => ended.Exception, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
}
