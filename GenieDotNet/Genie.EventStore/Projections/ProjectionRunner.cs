namespace Genie.EventStore.Projections;

/// <summary>
/// Feeds a projection with all events in global order, from its checkpoint on and then as they come. What fails is tried again, after a
/// pause that grows: the event that the handler threw at, or the subscription where it broke off. After a crash, and after a failure, it
/// sees those again that came after its last checkpoint: a handler must be able to take an event twice, or keep the position with its own state.
/// </summary>
public sealed class ProjectionRunner(IEventStore store, string name, Func<RecordedEvent, CancellationToken, ValueTask> handler) : EventConsumer
{
    /// <summary>Events between two checkpoints. Default 256; while events come slowly, one is also written when the projection stops or fails.</summary>
    public int CheckpointEvery { get; init; } = 256;

    /// <summary>
    /// Handlers at once while it catches up with what is there already: all events of a stream go to one, in their order, those of different
    /// streams in any. What comes after that is handled one by one, in the global order. Default 1.
    /// </summary>
    public int CatchUpParallelism { get; init; } = 1;

    /// <summary>Called when it has handled everything that was there when it began; after a failure, and in another run, again. Default: nothing.</summary>
    public Func<CancellationToken, ValueTask>? CaughtUp { get; init; }

    /// <summary>
    /// Finishes what handlers have begun and not awaited, sends on their way say: it is called before each checkpoint, which then covers them, and when no
    /// further event is there, so that what fails last is noticed though nothing follows. Default: handlers finish what they do.
    /// </summary>
    public Func<CancellationToken, ValueTask>? Flush { get; init; }

    /// <summary>The last position handled.</summary>
    public long Position { get; private set; }

    // Of the last checkpoint that was begun: one that failed is not tried again before what led to it was done again.
    private long _saved;
    private int _sinceCheckpoint;

    private protected override void CheckOptions()
    {
        base.CheckOptions();
        ArgumentOutOfRangeException.ThrowIfLessThan(CheckpointEvery, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(CatchUpParallelism, 1);
    }

    private protected override async Task ConsumeAsync(CancellationToken cancellationToken)
    {
        _sinceCheckpoint = 0;
        _saved = Position = await store.LoadCheckpointAsync(name, cancellationToken).ConfigureAwait(false);
        if (CatchUpParallelism > 1) _saved = await CatchUpAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            // Where this ends it has caught up: the store's last event need not be there any more, its stream may have been deleted.
            var end = await store.GetPositionAsync(cancellationToken).ConfigureAwait(false);
            await foreach (var each in store.ReadAllAsync(Position, cancellationToken).ConfigureAwait(false))
            {
                await TakeAsync(each, cancellationToken).ConfigureAwait(false);
                if (Position >= end) break;
            }

            await NotifyCaughtUpAsync(cancellationToken).ConfigureAwait(false);
            using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            await using var events = store.SubscribeAsync(Position, ending.Token).GetAsyncEnumerator(CancellationToken.None);
            while (await NextAsync(events, ending).ConfigureAwait(false)) await TakeAsync(events.Current, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            if (Position > _saved) await SaveAsync(Position, CancellationToken.None).ConfigureAwait(false);
        }
    }

    private async ValueTask TakeAsync(RecordedEvent each, CancellationToken cancellationToken)
    {
        if (Filter.Matches(each)) await handler(each, cancellationToken).ConfigureAwait(false);
        (Position, Failures) = (each.Position, 0);
        if (++_sinceCheckpoint < CheckpointEvery) return;
        (_saved, _sinceCheckpoint) = (Position, 0);
        await SaveAsync(Position, cancellationToken).ConfigureAwait(false);
    }

    private async ValueTask<bool> NextAsync(IAsyncEnumerator<RecordedEvent> events, CancellationTokenSource ending)
    {
        var next = events.MoveNextAsync();
        if (next.IsCompleted || Flush is null) return await next.ConfigureAwait(false);
        var waiting = next.AsTask();
        try
        {
            await Flush(ending.Token).ConfigureAwait(false);
        }
        catch
        {
            // A subscription cannot be disposed of while it waits.
            await ending.CancelAsync().ConfigureAwait(false);
            await ((Task)waiting).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            throw;
        }

        return await waiting.ConfigureAwait(false);
    }

    private async Task SaveAsync(long position, CancellationToken cancellationToken)
    {
        if (Flush is not null) await Flush(cancellationToken).ConfigureAwait(false);
        await store.SaveCheckpointAsync(name, position, cancellationToken).ConfigureAwait(false);
    }

    private ValueTask NotifyCaughtUpAsync(CancellationToken cancellationToken) => CaughtUp?.Invoke(cancellationToken) ?? ValueTask.CompletedTask;

    /// <summary>Handles what is there already, several streams at once; a checkpoint says that all before it is done.</summary>
    /// <returns>The checkpoint.</returns>
    private async Task<long> CatchUpAsync(CancellationToken cancellationToken)
    {
        var round = new ParallelRound(CatchUpParallelism, handler);
        var read = 0;
        await foreach (var each in store.ReadAllAsync(Position, cancellationToken).ConfigureAwait(false))
        {
            if (Filter.Matches(each)) round.Add(each);
            if (++read % (CheckpointEvery * CatchUpParallelism) != 0) continue;
            await FinishAsync(round, each.Position, cancellationToken).ConfigureAwait(false);
        }

        if (round.Last > Position) await FinishAsync(round, round.Last, cancellationToken).ConfigureAwait(false);
        return Position;
    }

    private async Task FinishAsync(ParallelRound round, long position, CancellationToken cancellationToken)
    {
        await round.RunAsync(cancellationToken).ConfigureAwait(false);
        await SaveAsync(position, cancellationToken).ConfigureAwait(false);
        (Position, Failures) = (position, 0);
    }
}
