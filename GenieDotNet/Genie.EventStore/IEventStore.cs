using Genie.EventStore.Subscriptions;

namespace Genie.EventStore;

/// <summary>
/// Streams of events, each with versions 1, 2, 3… without gaps, in one global order of positions. An append is all or nothing, and on disk
/// when its task completes. Safe for concurrent callers.
/// </summary>
/// <remarks>
/// Every method may throw <see cref="EventStoreException"/>, whose <see cref="EventStoreException.IsTransient"/> says whether the same
/// call may succeed later; <see cref="ObjectDisposedException"/> after the store was closed.
/// </remarks>
public interface IEventStore : IAsyncDisposable
{
    /// <summary>Appends events to a stream. A token that fires after the append was queued does not undo it.</summary>
    /// <returns>Where they went; for a key that the stream has seen, where they went the first time, and nothing is written.</returns>
    /// <exception cref="VersionConflictException">The stream is not at the expected version; nothing was written.</exception>
    /// <exception cref="EventTooLargeException">An event exceeds what the store takes; nothing was written.</exception>
    ValueTask<AppendResult> AppendAsync(AppendRequest request, CancellationToken cancellationToken);

    /// <summary>Where the append of that key went, or null if the stream has none.</summary>
    ValueTask<AppendResult?> FindAsync(string stream, RequestKey key, CancellationToken cancellationToken);

    /// <summary>The version of a stream's last event; 0 if there is no such stream, or it was deleted.</summary>
    ValueTask<long> GetVersionAsync(string stream, CancellationToken cancellationToken);

    /// <summary>The position of the last event of all streams; 0 if there never was one.</summary>
    ValueTask<long> GetPositionAsync(CancellationToken cancellationToken);

    /// <summary>A stream's events in order, to the last one confirmed when it is reached.</summary>
    /// <param name="stream">The stream; one that does not exist is empty.</param>
    /// <param name="fromVersion">The first version wanted, at least 1. From 1 a stream that was deleted begins with what was appended since.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <exception cref="EventsCompactedException">The event of that version was removed, or deleted, and there are later ones; load the stream's state anew.</exception>
    IAsyncEnumerable<RecordedEvent> ReadStreamAsync(string stream, long fromVersion, CancellationToken cancellationToken);

    /// <summary>All streams' events in global order, to the last one confirmed when it is reached.</summary>
    /// <param name="afterPosition">The last position not wanted; 0 reads from the beginning.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    IAsyncEnumerable<RecordedEvent> ReadAllAsync(long afterPosition, CancellationToken cancellationToken);

    /// <summary>Those of all streams' events that a filter wants, in global order: a category's, or some types'.</summary>
    /// <param name="afterPosition">The last position not wanted; 0 reads from the beginning.</param>
    /// <param name="filter">Which are wanted.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    IAsyncEnumerable<RecordedEvent> ReadAllAsync(long afterPosition, EventFilter filter, CancellationToken cancellationToken);

    /// <summary>All streams' events in global order, those that are there and then those that are appended, without end.</summary>
    /// <param name="afterPosition">The last position not wanted.</param>
    /// <param name="cancellationToken">Ends the subscription.</param>
    IAsyncEnumerable<RecordedEvent> SubscribeAsync(long afterPosition, CancellationToken cancellationToken);

    /// <summary>Those events of <see cref="SubscribeAsync(long, CancellationToken)"/> that a filter wants.</summary>
    /// <param name="afterPosition">The last position not wanted.</param>
    /// <param name="filter">Which are wanted.</param>
    /// <param name="cancellationToken">Ends the subscription.</param>
    IAsyncEnumerable<RecordedEvent> SubscribeAsync(long afterPosition, EventFilter filter, CancellationToken cancellationToken);

    /// <summary>
    /// Deletes a stream: its events and its snapshot are gone at once for whoever reads, also from the events of all streams. It is then like
    /// one that never was, at version 0; what is appended later gets versions above those that were deleted. Keys of its appends stay known.
    /// </summary>
    /// <remarks>Subscribers are not told; append an event that says so before, if they must know.</remarks>
    /// <param name="stream">The stream; nothing happens if there is none.</param>
    /// <param name="expectedVersion">The version that it must have, so that nothing is deleted that was not seen; <see cref="AppendRequest.AnyVersion"/> for any.</param>
    /// <param name="cancellationToken">Gives up waiting; a deletion that was queued is not undone.</param>
    /// <exception cref="VersionConflictException">The stream is not at the expected version; nothing was deleted.</exception>
    ValueTask DeleteStreamAsync(string stream, long expectedVersion, CancellationToken cancellationToken);

    /// <summary>Keeps a stream's state as of a version, in place of an older one; one that is older than the kept one, or than a deletion, is ignored.</summary>
    /// <exception cref="VersionConflictException">The stream has not reached that version.</exception>
    ValueTask SaveSnapshotAsync(string stream, StreamSnapshot snapshot, CancellationToken cancellationToken);

    /// <summary>The newest snapshot of a stream, or null.</summary>
    ValueTask<StreamSnapshot?> LoadSnapshotAsync(string stream, CancellationToken cancellationToken);

    /// <summary>
    /// Removes a stream's events before its snapshot's version that every projection with a checkpoint has passed; keys stay known. The store in PostgreSQL does so at once, so
    /// that a stream that is appended to for ever can be kept short. That in a folder removes events by segments of its log, and nothing here: see its <c>CompactAsync</c>.
    /// </summary>
    /// <param name="stream">The stream; nothing happens if it has no snapshot.</param>
    /// <param name="cancellationToken">Gives it up; what was removed by then stays so.</param>
    /// <returns>How many events were removed.</returns>
    ValueTask<long> CompactStreamAsync(string stream, CancellationToken cancellationToken);

    /// <summary>Keeps how far a projection has come.</summary>
    ValueTask SaveCheckpointAsync(string projection, long position, CancellationToken cancellationToken);

    /// <summary>How far a projection has come; 0 if it never said.</summary>
    ValueTask<long> LoadCheckpointAsync(string projection, CancellationToken cancellationToken);

    /// <summary>Forgets a projection, which keeps nothing from compaction then; nothing happens if there is none.</summary>
    ValueTask DeleteCheckpointAsync(string projection, CancellationToken cancellationToken);

    /// <summary>Joins those who share a group's events; <see cref="ConsumerGroup"/> does so for its consumers.</summary>
    /// <param name="group">The group's name, up to 1,000 bytes of UTF-8.</param>
    /// <param name="cancellationToken">Gives it up.</param>
    ValueTask<IGroupMembership> JoinGroupAsync(string group, CancellationToken cancellationToken);
}
