namespace Genie.Grains.Events;

/// <summary>
/// Feeds a projection with all events in global order, from its checkpoint on and then as they come. After a crash it sees those again
/// that came after its last checkpoint: a handler must be able to take an event twice, or keep the position with its own state.
/// </summary>
public sealed class ProjectionRunner(IEventStore store, string name, Func<RecordedEvent, CancellationToken, ValueTask> handler)
{
    /// <summary>Events between two checkpoints. Default 256; while events come slowly, one is also written when the projection stops.</summary>
    public int CheckpointEvery { get; init; } = 256;

    /// <summary>The last position handled.</summary>
    public long Position { get; private set; }

    /// <summary>Runs until the token fires or the handler throws; the checkpoint is then that of the last event handled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var saved = Position = await store.LoadCheckpointAsync(name, cancellationToken).ConfigureAwait(false);
        var since = 0;
        try
        {
            await foreach (var each in store.SubscribeAsync(Position, cancellationToken).ConfigureAwait(false))
            {
                await handler(each, cancellationToken).ConfigureAwait(false);
                Position = each.Position;
                if (++since < CheckpointEvery) continue;
                since = 0;
                await store.SaveCheckpointAsync(name, saved = Position, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // Asked to stop: an end in order.
        }
        finally
        {
            if (Position > saved) await store.SaveCheckpointAsync(name, Position, CancellationToken.None).ConfigureAwait(false);
        }
    }
}
