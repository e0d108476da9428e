namespace Genie.Brokers.Nats.Official;

/// <summary>
/// Publishes one by one while the client has no connection. The client itself lets all calls that wait for one go on at once, in any
/// order.
/// </summary>
internal sealed class PublishOrder
{
    private readonly Lock _lock = new();
    private Task _last = Task.CompletedTask;

    /// <summary>True while nobody waits: a call may go to the client directly.</summary>
    public bool IsFree => Volatile.Read(ref _last).IsCompleted;

    /// <summary>Publishes after those that came before.</summary>
    public async ValueTask RunAsync(Func<CancellationToken, ValueTask> publish, CancellationToken cancellationToken)
    {
        var own = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Task before;
        lock (_lock)
        {
            before = _last;
            Volatile.Write(ref _last, own.Task);
        }

        try
        {
            await before.WaitAsync(cancellationToken).ConfigureAwait(false);
            await publish(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            // One that was cancelled lets nobody pass those before it.
            if (before.IsCompleted) own.SetResult();
            else _ = before.ContinueWith(static (_, source) => ((TaskCompletionSource)source!).SetResult(), own, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        }
    }
}
