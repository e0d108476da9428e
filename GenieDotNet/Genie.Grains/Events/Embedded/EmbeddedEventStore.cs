using System.Runtime.CompilerServices;
using System.Text;
using Genie.Grains.Events.Embedded.Commit;
using Genie.Grains.Events.Embedded.Disk;
using Genie.Grains.Events.Embedded.Format;
using Genie.Grains.Events.Embedded.Log;

namespace Genie.Grains.Events.Embedded;

/// <summary>
/// An event store inside the process: a log of segment files in one folder, and an index of it in memory. Appends are written in groups,
/// each synced to disk before the tasks of its appends complete.
/// </summary>
public sealed class EmbeddedEventStore : IEventStore
{
    private readonly IDisposable _lock;
    private readonly LogIndex _index;
    private readonly SegmentedLog _log;
    private readonly GroupCommitter _committer;
    private readonly EventReader _reader;
    private readonly LogCompaction _compaction;
    private readonly ChangeSignal _published = new();
    private int _isDisposed;

    private EmbeddedEventStore(ILogDisk disk, EmbeddedStoreOptions options, Action<IThreadPoolWorkItem> schedule, Func<Func<ILogFile>, Task<ILogFile>> prepare)
    {
        _lock = disk.Lock();
        _index = new LogIndex();
        _log = new SegmentedLog(disk, _index, options, new SegmentPreparation(disk, options.SegmentBytes, prepare));
        try
        {
            new LogRecovery(disk, _index, _log).Run();
            _committer = new GroupCommitter(_log, new Staging(_index, options), options, disk.Place, schedule, _published.Raise);
            _reader = new EventReader(_index, _log);
            _compaction = new LogCompaction(disk, _index, _log);
            if (_log.Segments.Count > 0) _committer.Confirm();
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

    /// <summary>Opens the store and reads its log.</summary>
    /// <exception cref="EventStoreLockedException">It is open elsewhere.</exception>
    /// <exception cref="EventStoreCorruptedException">Bytes that were confirmed have changed.</exception>
    public static Task<EmbeddedEventStore> OpenAsync(EmbeddedStoreOptions options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        return Task.Run(() => Open(new FolderDisk(options.Folder), options, static work => ThreadPool.UnsafeQueueUserWorkItem(work, preferLocal: true), SegmentPreparation.InBackground), cancellationToken);
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
        lock (_index.Lock)
        {
            return new(_index.Find(stream) is { } entry && _index.TryFindKey(entry.Number, key, out var append) ? append.Result(isRepeat: true) : null);
        }
    }

    /// <inheritdoc/>
    public ValueTask<long> GetVersionAsync(string stream, CancellationToken cancellationToken)
    {
        lock (_index.Lock) return new(_index.Find(stream)?.Version ?? 0);
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
        CheckName(stream);
        ArgumentNullException.ThrowIfNull(snapshot);
        ArgumentOutOfRangeException.ThrowIfLessThan(snapshot.Version, 1);
        var pending = _committer.Rent();
        (pending.Kind, pending.Request, pending.Version, pending.State) = (RecordKind.Snapshot, new AppendRequest(stream, default), snapshot.Version, snapshot.State);
        await _committer.AppendAsync(pending, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask<StreamSnapshot?> LoadSnapshotAsync(string stream, CancellationToken cancellationToken) => new(_reader.ReadSnapshot(stream));

    /// <inheritdoc/>
    public async ValueTask SaveCheckpointAsync(string projection, long position, CancellationToken cancellationToken)
    {
        CheckName(projection);
        var pending = _committer.Rent();
        (pending.Kind, pending.Request, pending.Version) = (RecordKind.Checkpoint, new AppendRequest(projection, default), position);
        await _committer.AppendAsync(pending, cancellationToken).ConfigureAwait(false);
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

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) != 0) return;
        await _committer.CloseAsync().ConfigureAwait(false);
        _published.Close();
        if (_log.Segments.Count > 0) _committer.Confirm();
        _committer.Dispose();
        _log.Dispose();
        _lock.Dispose();
    }

    internal static EmbeddedEventStore Open(ILogDisk disk, EmbeddedStoreOptions options, Action<IThreadPoolWorkItem> schedule, Func<Func<ILogFile>, Task<ILogFile>> prepare) =>
        new(disk, options, schedule, prepare);

    internal long Compact(CancellationToken cancellationToken) => _compaction.Run(cancellationToken);

    private PendingAppend Fill(in AppendRequest request)
    {
        CheckName(request.Stream);
        ArgumentOutOfRangeException.ThrowIfZero(request.Events.Length, nameof(request));
        foreach (var each in request.Events.Span) CheckText(each.Type);
        var pending = _committer.Rent();
        (pending.Kind, pending.Request) = (RecordKind.Event, request);
        return pending;
    }

    private static void CheckName(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        CheckText(name);
    }

    private static void CheckText(string text)
    {
        if (text.Length * 3 > LogRecord.TextBytesMax && Encoding.UTF8.GetByteCount(text) > LogRecord.TextBytesMax)
            throw new ArgumentException($"'{text[..32]}…' has more than {LogRecord.TextBytesMax:N0} bytes.", nameof(text));
    }
}
