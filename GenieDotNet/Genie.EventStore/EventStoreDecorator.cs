using Genie.EventStore.Subscriptions;

namespace Genie.EventStore;

/// <summary>Passes everything on to another store; derive from it to meter, encrypt or disturb some of it.</summary>
/// <param name="inner">The other store, which is disposed with this one.</param>
public abstract class EventStoreDecorator(IEventStore inner) : IEventStore
{
    /// <inheritdoc/>
    public virtual ValueTask<AppendResult> AppendAsync(AppendRequest request, CancellationToken cancellationToken) => inner.AppendAsync(request, cancellationToken);

    /// <inheritdoc/>
    public virtual ValueTask<AppendResult?> FindAsync(string stream, RequestKey key, CancellationToken cancellationToken) => inner.FindAsync(stream, key, cancellationToken);

    /// <inheritdoc/>
    public virtual ValueTask<long> GetVersionAsync(string stream, CancellationToken cancellationToken) => inner.GetVersionAsync(stream, cancellationToken);

    /// <inheritdoc/>
    public virtual ValueTask<long> GetPositionAsync(CancellationToken cancellationToken) => inner.GetPositionAsync(cancellationToken);

    /// <inheritdoc/>
    public virtual IAsyncEnumerable<RecordedEvent> ReadStreamAsync(string stream, long fromVersion, CancellationToken cancellationToken) =>
        inner.ReadStreamAsync(stream, fromVersion, cancellationToken);

    /// <inheritdoc/>
    public virtual IAsyncEnumerable<RecordedEvent> ReadAllAsync(long afterPosition, CancellationToken cancellationToken) => inner.ReadAllAsync(afterPosition, cancellationToken);

    /// <inheritdoc/>
    public virtual IAsyncEnumerable<RecordedEvent> ReadAllAsync(long afterPosition, EventFilter filter, CancellationToken cancellationToken) =>
        inner.ReadAllAsync(afterPosition, filter, cancellationToken);

    /// <inheritdoc/>
    public virtual IAsyncEnumerable<RecordedEvent> SubscribeAsync(long afterPosition, CancellationToken cancellationToken) => inner.SubscribeAsync(afterPosition, cancellationToken);

    /// <inheritdoc/>
    public virtual IAsyncEnumerable<RecordedEvent> SubscribeAsync(long afterPosition, EventFilter filter, CancellationToken cancellationToken) =>
        inner.SubscribeAsync(afterPosition, filter, cancellationToken);

    /// <inheritdoc/>
    public virtual ValueTask DeleteStreamAsync(string stream, long expectedVersion, CancellationToken cancellationToken) => inner.DeleteStreamAsync(stream, expectedVersion, cancellationToken);

    /// <inheritdoc/>
    public virtual ValueTask SaveSnapshotAsync(string stream, StreamSnapshot snapshot, CancellationToken cancellationToken) =>
        inner.SaveSnapshotAsync(stream, snapshot, cancellationToken);

    /// <inheritdoc/>
    public virtual ValueTask<StreamSnapshot?> LoadSnapshotAsync(string stream, CancellationToken cancellationToken) => inner.LoadSnapshotAsync(stream, cancellationToken);

    /// <inheritdoc/>
    public virtual ValueTask<long> CompactStreamAsync(string stream, CancellationToken cancellationToken) => inner.CompactStreamAsync(stream, cancellationToken);

    /// <inheritdoc/>
    public virtual ValueTask SaveCheckpointAsync(string projection, long position, CancellationToken cancellationToken) =>
        inner.SaveCheckpointAsync(projection, position, cancellationToken);

    /// <inheritdoc/>
    public virtual ValueTask<long> LoadCheckpointAsync(string projection, CancellationToken cancellationToken) => inner.LoadCheckpointAsync(projection, cancellationToken);

    /// <inheritdoc/>
    public virtual ValueTask DeleteCheckpointAsync(string projection, CancellationToken cancellationToken) => inner.DeleteCheckpointAsync(projection, cancellationToken);

    /// <inheritdoc/>
    public virtual ValueTask<IGroupMembership> JoinGroupAsync(string group, CancellationToken cancellationToken) => inner.JoinGroupAsync(group, cancellationToken);

    /// <inheritdoc/>
    public virtual ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return inner.DisposeAsync();
    }
}
