namespace Genie.Brokers.Multiplexing;

/// <summary>A wait that either the one who serves it ends or its caller cancels, never both. Nothing runs on the thread that ends it.</summary>
public abstract class ClaimableWait() : TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)
{
    private int _claimed;

    /// <summary>True for the one who may end it.</summary>
    public bool TryClaim() => Interlocked.Exchange(ref _claimed, 1) == 0;

    /// <summary>Ends it with an error, unless it was claimed; true if so.</summary>
    public bool TryFail(Exception error)
    {
        if (!TryClaim()) return false;
        SetException(error);
        return true;
    }

    /// <summary>Waits until it is ended.</summary>
    /// <param name="cancellationToken">Ends it, if nobody else has claimed it yet.</param>
    public ValueTask WaitAsync(CancellationToken cancellationToken) =>
        cancellationToken.CanBeCanceled ? new ValueTask(WaitCancellableAsync(cancellationToken)) : new ValueTask(Task);

    /// <summary>Called when its caller has cancelled it: whoever keeps it can let go of it.</summary>
    protected virtual void OnCancelled()
    {
    }

    private async Task WaitCancellableAsync(CancellationToken cancellationToken)
    {
        await using var registration = cancellationToken.UnsafeRegister(
            static (state, token) =>
            {
                var wait = (ClaimableWait)state!;
                if (!wait.TryClaim()) return;
                wait.OnCancelled();
                wait.TrySetCanceled(token);
            },
            this).ConfigureAwait(false);
        await Task.ConfigureAwait(false);
    }
}
