using System.Runtime.CompilerServices;
using Genie.EventStore.Embedded.Commit;
using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Format;
using Genie.EventStore.Embedded.Index;
using Genie.EventStore.Embedded.Log;
using Genie.EventStore.Subscriptions;

namespace Genie.EventStore.Embedded;

/// <summary>
/// An event store inside the process: a log of segment files in one folder, and index files beside them. Appends are written in groups,
/// each synced to disk before the tasks of its appends complete.
/// </summary>
public sealed partial class EmbeddedEventStore : IEventStore
{
    private const long ReserveBytesMax = 4 << 20;

    private readonly IDisposable _lock;
    private readonly LogIndex _index;
    private readonly SegmentedLog _log;
    private readonly GroupCommitter _committer;
    private readonly EventReader _reader;
    private readonly LogCompaction _compaction;
    private readonly ILogDisk _disk;
    private readonly ChangeSignal _published = new();
    private readonly EmbeddedGroups _groups;
    private int _isDisposed;

    private EmbeddedEventStore(ILogDisk disk, EmbeddedStoreOptions options, Action<IThreadPoolWorkItem> schedule, Func<Func<ILogFile>, Task<ILogFile>> prepare, Func<Action, Task> run)
    {
        _disk = disk;
        _groups = new EmbeddedGroups(this);
        _lock = disk.Lock();
        _index = new LogIndex(options.StreamsCached);
        var reserve = new CompactionReserve(disk, Math.Min(options.SegmentBytes / 4, ReserveBytesMax));
        var manifest = new LogManifest(disk, options.Clock);
        var keeper = new IndexKeeper(disk, _index, options, run);
        _index.Repair = keeper.Repair;
        _log = new SegmentedLog(disk, _index, options, manifest, new SegmentPreparation(disk, options.SegmentBytes, reserve, prepare), reserve, keeper);
        try
        {
            new LogRecovery(disk, _index, _log, manifest, keeper, options.VerifyOnOpen).Run();
            _committer = new GroupCommitter(_log, new Staging(_index, options), options, disk.Place, schedule, _published.Raise);
            _reader = new EventReader(_index, _log);
            _compaction = new LogCompaction(disk, _index, _log, keeper, reserve, options);
            ConfirmEnd();
            keeper.Begin();
        }
        catch
        {
            _log.Dispose();
            _lock.Dispose();
            throw;
        }
    }

    /// <summary>Groups of appends that were written since the store was opened.</summary>
    public long Commits => _committer.Commits;

    /// <summary>What the store holds now, counted.</summary>
    public EmbeddedStoreSummary Summarize()
    {
        var summary = default(EmbeddedStoreSummary);
        _index.Repaired(() =>
        {
            IEnumerable<MergedStream> all;
            lock (_index.Lock)
            {
                (all, var keys) = _index.Streams();
                summary = new EmbeddedStoreSummary(_log.Segments.Count, _log.Segments.Sum(segment => segment.File.Length), 0, 0, 0, keys, _index.Position);
            }

            foreach (var (_, stream, _) in all)
                summary = summary with { Streams = summary.Streams + 1, Events = summary.Events + stream.Count, Compacted = summary.Compacted + stream.First - 1 };
        });
        return summary;
    }

    /// <summary>Opens the store: reads its last segment, and of the others head and end, or all with <see cref="EmbeddedStoreOptions.VerifyOnOpen"/>.</summary>
    /// <exception cref="ArgumentException">An option is out of range; the message names it.</exception>
    /// <exception cref="EventStoreLockedException">It is open elsewhere.</exception>
    /// <exception cref="EventStoreReadOnlyException">Nobody may write there; see <see cref="EmbeddedStoreOptions.ReadOnly"/>.</exception>
    /// <exception cref="EventStoreCorruptedException">Bytes that were confirmed have changed.</exception>
    public static Task<EmbeddedEventStore> OpenAsync(EmbeddedStoreOptions options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Check();
        return Task.Run(() => Open(new FolderDisk(options.Folder, options.ReadOnly), options, static work => ThreadPool.UnsafeQueueUserWorkItem(work, preferLocal: true), SegmentPreparation.InBackground, Task.Run), cancellationToken);
    }

    /// <inheritdoc/>
    public ValueTask<AppendResult> AppendAsync(AppendRequest request, CancellationToken cancellationToken) => _committer.AppendAsync(Fill(request), cancellationToken);

    /// <summary>
    /// As <see cref="AppendAsync"/>, for threads that may block: the caller's own thread writes and syncs when no other one does, which saves
    /// two changes of threads. Appends of others that wait go with it.
    /// </summary>
    public AppendResult Append(AppendRequest request) => _committer.Append(Fill(request));

    /// <inheritdoc/>
    public ValueTask<AppendResult?> FindAsync(string stream, RequestKey key, CancellationToken cancellationToken)
    {
        return new(_index.Find(stream) is { IsDeclared: true } entry && _index.TryFindKey(entry.Number, key, out var append) ? append.Result(isRepeat: true) : null);
    }

    /// <inheritdoc/>
    public ValueTask<long> GetVersionAsync(string stream, CancellationToken cancellationToken)
    {
        return new(_index.With(stream, entry => entry is null || entry.IsDeleted ? 0 : entry.Version));
    }

    /// <inheritdoc/>
    public ValueTask<long> GetPositionAsync(CancellationToken cancellationToken)
    {
        lock (_index.Lock) return new(_index.Position);
    }

    /// <inheritdoc/>
    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(string stream, long fromVersion, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(fromVersion, 1);
        return _reader.ReadStreamAsync(stream, fromVersion, cancellationToken);
    }

    /// <inheritdoc/>
    public async IAsyncEnumerable<RecordedEvent> ReadAllAsync(long afterPosition, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await Task.CompletedTask.ConfigureAwait(false);
        foreach (var each in _reader.ReadAll(afterPosition))
        {
            cancellationToken.ThrowIfCancellationRequested();
            yield return each;
        }
    }

    /// <inheritdoc/>
    public IAsyncEnumerable<RecordedEvent> ReadAllAsync(long afterPosition, EventFilter filter, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(filter);
        return filter.Select(ReadAllAsync(afterPosition, cancellationToken));
    }

    /// <inheritdoc/>
    public IAsyncEnumerable<RecordedEvent> SubscribeAsync(long afterPosition, EventFilter filter, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(filter);
        return filter.Select(SubscribeAsync(afterPosition, cancellationToken));
    }

    /// <inheritdoc/>
    public async IAsyncEnumerable<RecordedEvent> SubscribeAsync(long afterPosition, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        while (true)
        {
            // Taken before reading, so that what is appended meanwhile is not slept through.
            var next = _published.Next;
            foreach (var each in _reader.ReadAll(afterPosition))
            {
                cancellationToken.ThrowIfCancellationRequested();
                afterPosition = each.Position;
                yield return each;
            }

            await next.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    /// <inheritdoc/>
    public async ValueTask SaveSnapshotAsync(string stream, StreamSnapshot snapshot, CancellationToken cancellationToken)
    {
        EventText.CheckName(stream);
        ArgumentNullException.ThrowIfNull(snapshot);
        ArgumentOutOfRangeException.ThrowIfLessThan(snapshot.Version, 1);
        ThrowIfReadOnly();
        var pending = _committer.Rent();
        (pending.Kind, pending.Request, pending.Version, pending.State) = (RecordKind.Snapshot, new AppendRequest(stream, default), snapshot.Version, snapshot.State);
        await _committer.AppendAsync(pending, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask<StreamSnapshot?> LoadSnapshotAsync(string stream, CancellationToken cancellationToken) => new(_reader.ReadSnapshot(stream));

    /// <inheritdoc/>
    public async ValueTask DeleteStreamAsync(string stream, long expectedVersion, CancellationToken cancellationToken)
    {
        EventText.CheckName(stream);
        ArgumentOutOfRangeException.ThrowIfLessThan(expectedVersion, AppendRequest.AnyVersion);
        ThrowIfReadOnly();
        var pending = _committer.Rent();
        (pending.Kind, pending.Request) = (RecordKind.Deletion, new AppendRequest(stream, default) { ExpectedVersion = expectedVersion });
        await _committer.AppendAsync(pending, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask SaveCheckpointAsync(string projection, long position, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(position);
        return WriteCheckpointAsync(projection, position, cancellationToken);
    }

    /// <inheritdoc/>
    public ValueTask DeleteCheckpointAsync(string projection, CancellationToken cancellationToken) =>
        WriteCheckpointAsync(projection, LogIndex.NoCheckpoint, cancellationToken);

    /// <inheritdoc/>
    public ValueTask<IGroupMembership> JoinGroupAsync(string group, CancellationToken cancellationToken)
    {
        GroupCheckpoints.CheckGroup(group);
        ThrowIfReadOnly();
        return new(_groups.Join(group));
    }

    /// <inheritdoc/>
    public ValueTask<long> LoadCheckpointAsync(string projection, CancellationToken cancellationToken)
    {
        lock (_index.Lock) return new(_index.Checkpoints.GetValueOrDefault(projection));
    }

    /// <summary>
    /// Removes what nobody needs any more from all segments but the last: events that a snapshot of their stream contains and that every
    /// projection with a checkpoint has passed, and older snapshots and checkpoints. Keys stay, so that repetitions are still known.
    /// </summary>
    /// <returns>Bytes of the disk that became free.</returns>
    /// <exception cref="EventStoreCorruptedException">Bytes that were confirmed have changed; that segment was left as it is.</exception>
    public Task<long> CompactAsync(CancellationToken cancellationToken) => Task.Run(() => Compact(cancellationToken), cancellationToken);

    /// <summary>Removes nothing: segments hold events of many streams, which <see cref="CompactAsync"/> takes out together.</summary>
    public ValueTask<long> CompactStreamAsync(string stream, CancellationToken cancellationToken)
    {
        EventText.CheckName(stream);
        return new(0);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) != 0) return;
        await _committer.CloseAsync().ConfigureAwait(false);
        _published.Close();
        ConfirmEnd();
        _committer.Dispose();
        _log.Dispose();
        _lock.Dispose();
    }

    internal static EmbeddedEventStore Open(ILogDisk disk, EmbeddedStoreOptions options, Action<IThreadPoolWorkItem> schedule, Func<Func<ILogFile>, Task<ILogFile>> prepare, Func<Action, Task> run) =>
        new(disk, options, schedule, prepare, run);

    internal long Compact(CancellationToken cancellationToken)
    {
        ThrowIfReadOnly();
        return _compaction.Run(cancellationToken);
    }

    /// <summary>Has the log and the manifest say that all until now must be there.</summary>
    private void ConfirmEnd()
    {
        if (_log.Segments.Count == 0 || _disk.IsReadOnly) return;
        _committer.Confirm();
        try
        {
            _log.ConfirmManifest();
        }
        catch (IOException)
        {
            // A disk that is full or fails: what is there can be read, and the manifest says what it said before.
        }
    }

    private async ValueTask WriteCheckpointAsync(string projection, long position, CancellationToken cancellationToken)
    {
        EventText.CheckName(projection);
        ThrowIfReadOnly();
        var pending = _committer.Rent();
        (pending.Kind, pending.Request, pending.Version) = (RecordKind.Checkpoint, new AppendRequest(projection, default), position);
        await _committer.AppendAsync(pending, cancellationToken).ConfigureAwait(false);
    }

    private void ThrowIfReadOnly()
    {
        if (_disk.IsReadOnly) throw new EventStoreReadOnlyException(_disk.Place);
    }

    private PendingAppend Fill(in AppendRequest request)
    {
        EventText.Check(request);
        ThrowIfReadOnly();
        var pending = _committer.Rent();
        (pending.Kind, pending.Request) = (RecordKind.Event, request);
        return pending;
    }
}
