namespace Genie.Brokers.Links;

/// <summary>One connection that a maker's library holds, from its greeting to its end; the library's own reconnecting is left off.</summary>
/// <param name="broker">The system's name, for errors.</param>
public abstract class ClientSession(string broker) : ILinkSession
{
    private readonly TaskCompletionSource<Exception> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <inheritdoc/>
    public Task<Exception> Ended => _ended.Task;

    /// <summary>Why it ended; null while it has not.</summary>
    protected Exception? Cause => _ended.Task.IsCompleted ? _ended.Task.Result : null;

    /// <inheritdoc/>
    public async ValueTask CloseAsync(TimeSpan timeout)
    {
        try
        {
            await DrainAsync().AsTask().WaitAsync(timeout).ConfigureAwait(false);
        }
        catch (Exception error) when (error is BrokerException or TimeoutException)
        {
            // It ends either way; what was not confirmed or acknowledged is known to be open.
        }

        await DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        End(new LinkLostException(broker, "it was closed"));
        await DisconnectAsync().ConfigureAwait(false);
        await StopAsync().ConfigureAwait(false);
        GC.SuppressFinalize(this);
    }

    /// <summary>Waits until what was given to the library has reached the server.</summary>
    protected abstract ValueTask DrainAsync();

    /// <summary>Closes what the library holds; must bear being called twice.</summary>
    protected abstract ValueTask DisconnectAsync();

    /// <summary>Ends what the session itself keeps running; the library's connection is closed then.</summary>
    protected virtual ValueTask StopAsync() => ValueTask.CompletedTask;

    /// <summary>Ends the session; the first cause given stays.</summary>
    protected void End(Exception cause) => _ended.TrySetResult(cause);
}
