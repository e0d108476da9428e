using Genie.EventStore;

namespace Genie.Extensions.Genius.Streams.Backfills;

/// <summary>
/// Whether events go to a definition as they come. While it is backfilled they do not: the backfill reads them from the store, where each is before it asks here. For the last of them the gate is
/// closed: who asks waits, so that nothing that is newer comes before what the backfill still has to read.
/// </summary>
/// <param name="store">Remembers whether the backfill is done.</param>
/// <param name="streams">The definition's.</param>
internal sealed class BackfillGate(IEventStore store, IBackfilledStreams streams)
{
    private const string DoneEventType = "BackfillDone";

    private readonly Lock _lock = new();
    private TaskCompletionSource<bool>? _closed;
    private bool _isKnown;
    private volatile bool _isLive = streams.Backfill == Backfill.None;

    /// <summary>Where it is remembered, and the checkpoint that says how far the backfill is.</summary>
    public string Stream { get; } = $"genius/backfills/{KindOf(streams)}/{streams.Timer.Name}";

    /// <summary>True if events go to the definition as they come.</summary>
    public bool IsLive => _isLive;

    /// <summary>What kind of definition it is, in lower case.</summary>
    public static string KindOf(IBackfilledStreams streams) => streams.Timer.Kind.ToString().ToLowerInvariant();

    /// <summary>Asks whether an event that is in the store goes to the definition now.</summary>
    /// <returns>False: the backfill takes it in.</returns>
    /// <exception cref="EventStoreException">The store cannot tell; try again.</exception>
    public ValueTask<bool> EnterAsync(CancellationToken cancellationToken) => _isLive ? ValueTask.FromResult(true) : AskAsync(cancellationToken);

    /// <summary>Lets nobody pass until <see cref="OpenAsync"/> or <see cref="GiveUp"/>.</summary>
    public void Close()
    {
        lock (_lock) _closed ??= new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
    }

    /// <summary>The backfill is done, which is remembered.</summary>
    /// <exception cref="EventStoreException">The store refuses it: the gate stays closed.</exception>
    public async Task OpenAsync(CancellationToken cancellationToken)
    {
        NewEvent[] done = [new(DoneEventType, default)];
        await store.AppendAsync(new AppendRequest(Stream, done), cancellationToken).ConfigureAwait(false);
        Release(isLive: true);
        await store.DeleteCheckpointAsync(Stream, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>The backfill was interrupted: who waits goes on, and what came meanwhile is the next one's.</summary>
    public void GiveUp() => Release(isLive: false);

    private async ValueTask<bool> AskAsync(CancellationToken cancellationToken)
    {
        Task<bool>? closed;
        lock (_lock)
        {
            if (_isKnown && _closed is null) return _isLive;
            closed = _closed?.Task;
        }

        if (closed is not null) return await closed.WaitAsync(cancellationToken).ConfigureAwait(false);
        var isDone = await IsDoneAsync(cancellationToken).ConfigureAwait(false);
        lock (_lock)
        {
            _isKnown = true;
            _isLive |= isDone;
        }

        return await EnterAsync(cancellationToken).ConfigureAwait(false);
    }

    private async Task<bool> IsDoneAsync(CancellationToken cancellationToken) => await store.GetVersionAsync(Stream, cancellationToken).ConfigureAwait(false) > 0;

    private void Release(bool isLive)
    {
        TaskCompletionSource<bool>? closed;
        lock (_lock)
        {
            _isKnown = true;
            _isLive |= isLive;
            (closed, _closed) = (_closed, null);
        }

        closed?.TrySetResult(isLive);
    }
}
