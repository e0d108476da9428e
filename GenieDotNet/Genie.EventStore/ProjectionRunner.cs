namespace Genie.EventStore;

/// <summary>
/// Feeds a projection with all events in global order, from its checkpoint on and then as they come. What fails is tried again, after a
/// pause that grows: the event that the handler threw at, or the subscription where it broke off. After a crash, and after a failure, it
/// sees those again that came after its last checkpoint: a handler must be able to take an event twice, or keep the position with its own state.
/// </summary>
public sealed class ProjectionRunner(IEventStore store, string name, Func<RecordedEvent, CancellationToken, ValueTask> handler)
{
    /// <summary>Events between two checkpoints. Default 256; while events come slowly, one is also written when the projection stops or fails.</summary>
    public int CheckpointEvery { get; init; } = 256;

    /// <summary>Failures one after the other, with no event handled in between, after which <see cref="RunAsync"/> throws the last one. Default: it never does.</summary>
    public int FailuresMax { get; init; } = int.MaxValue;

    /// <summary>The pause after a failure; twice as long after each that follows, up to <see cref="PauseMax"/>. Default 100 ms.</summary>
    public TimeSpan Pause { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>The longest pause. Default 30 s.</summary>
    public TimeSpan PauseMax { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Called for every failure. Default: nothing.</summary>
    public Action<Exception>? Failed { get; init; }

    /// <summary>Time of the pauses.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>The last position handled.</summary>
    public long Position { get; private set; }

    /// <summary>Failures since the last event that was handled.</summary>
    public int Failures { get; private set; }

    /// <summary>Runs until the token fires, the store is closed, or too much fails; the checkpoint is then that of the last event handled.</summary>
    /// <exception cref="ObjectDisposedException">The store was closed.</exception>
    /// <exception cref="EventStoreCorruptedException">The store is damaged: nothing comes of trying again.</exception>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            try
            {
                await FollowAsync(cancellationToken).ConfigureAwait(false);
                return;
            }
            catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
            {
                return;
            }
            catch (Exception error) when (error is not (ObjectDisposedException or EventStoreCorruptedException) && ++Failures <= FailuresMax)
            {
                Failed?.Invoke(error);
            }

            await PauseAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    private async Task PauseAsync(CancellationToken cancellationToken)
    {
        var pause = Pause * Math.Pow(2, Math.Min(Failures - 1, 20));
        try
        {
            await Task.Delay(pause < PauseMax ? pause : PauseMax, Clock, cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // Asked to stop: a graceful end.
        }
    }

    private async Task FollowAsync(CancellationToken cancellationToken)
    {
        var saved = Position = await store.LoadCheckpointAsync(name, cancellationToken).ConfigureAwait(false);
        var since = 0;
        try
        {
            await foreach (var each in store.SubscribeAsync(Position, cancellationToken).ConfigureAwait(false))
            {
                await handler(each, cancellationToken).ConfigureAwait(false);
                (Position, Failures) = (each.Position, 0);
                if (++since < CheckpointEvery) continue;
                since = 0;
                await store.SaveCheckpointAsync(name, saved = Position, cancellationToken).ConfigureAwait(false);
            }
        }
        finally
        {
            if (Position > saved) await store.SaveCheckpointAsync(name, Position, CancellationToken.None).ConfigureAwait(false);
        }
    }
}
