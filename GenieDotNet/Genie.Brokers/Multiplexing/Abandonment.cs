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

    /// <summary>Takes note of the error with which it may end: nobody awaits it.</summary>
    public static void Observe(Task operation) =>
        _ = operation.ContinueWith(static ended => ended.Exception, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
}
