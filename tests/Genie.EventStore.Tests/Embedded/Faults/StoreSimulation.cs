using System.Buffers.Binary;
using Genie.EventStore.Embedded;
using Genie.EventStore.Embedded.Disk;
using Genie.Testing;

namespace Genie.EventStore.Tests.Embedded.Faults;

/// <summary>
/// Several lives of a store on a disk that fails, from a seed: everything is compared with a model of what was confirmed. Appends are
/// committed on this thread when the simulation says so, so that a seed always means the same.
/// </summary>
internal sealed partial class StoreSimulation(int seed)
{
    private readonly Random _random = new(seed);
    private readonly ManualClock _clock = new();
    private readonly Dictionary<RequestKey, (ModelAppend Append, AppendResult Result)> _keys = [];
    private ModelStream[] _streams = [];
    private FakeDisk _disk = null!;
    private EmbeddedEventStore _store = null!;
    private IThreadPoolWorkItem? _committer;
    private ulong _sequence;
    private long _checkpoint;
    private long _checkpointInDoubt;
    private bool _verifies;
    private readonly List<(string Name, byte[] Bytes)> _earlierIndex = [];

    /// <summary>What happened, counted, so that a test can see that all of it does.</summary>
    public SimulationCounts Counts { get; } = new();

    public void Run()
    {
        _disk = new FakeDisk(_random) { SyncFailed = () => Counts.SyncFailures++ };
        _streams = [.. Enumerable.Range(0, _random.Next(1, 5)).Select(i => new ModelStream($"stream-{i}"))];
        var lives = _random.Next(2, 6);
        for (var life = 0; life < lives; life++)
        {
            if (!Open()) return;
            Verify();
            _earlierIndex.AddRange(_disk.CopyIndex());
            if (Live())
            {
                if (_disk.IsDead || _random.Next(4) > 0) Crash();
                else AbandonWithoutCrash();
            }
            else if (!CloseInOrder(life == lives - 1))
            {
                return;
            }
        }

        if (Open()) Verify();
    }

    /// <summary>Writes what the disk holds into a folder.</summary>
    public void CopyTo(string folder)
    {
        foreach (var name in _disk.List())
        {
            using var file = _disk.Open(name);
            var bytes = new byte[file.Length];
            file.ReadFully(0, bytes);
            File.WriteAllBytes(Path.Combine(folder, name), bytes);
        }
    }

    private bool Open()
    {
        _disk.SyncsUntilFailure = null;
        if (_random.Next(6) == 0) CrashWhileOpening();
        _store = OpenStore();
        return true;
    }

    // All on this thread: what would run beside the commits runs between them.
    private EmbeddedEventStore OpenStore() => EmbeddedEventStore.Open(_disk, Options(), work => _committer = work, InTurn, AtOnce);

    /// <summary>Work beside the commits, done between them.</summary>
    internal static Task<ILogFile> InTurn(Func<ILogFile> work)
    {
        try
        {
            return Task.FromResult(work());
        }
        catch (IOException error)
        {
            return Task.FromException<ILogFile>(error);
        }
    }

    /// <summary>Work beside the commits, done between them.</summary>
    internal static Task AtOnce(Action work)
    {
        work();
        return Task.CompletedTask;
    }

    private EmbeddedStoreOptions Options() => new()
    {
        Folder = "",
        SegmentBytes = 2048 << _random.Next(3),
        BatchBytes = 1024,
        Clock = _clock,
        VerifyOnOpen = _verifies = _random.Next(4) == 0,
        StreamsCached = _random.Next(1, 4),
        IndexFilesMerged = _random.Next(2, 5),
    };

    private void CrashWhileOpening()
    {
        _disk.PowerLeft = _random.Next(3000);
        try
        {
            _store = OpenStore();
        }
        catch (IOException)
        {
            Counts.CrashesWhileOpening++;
        }

        _disk.Crash();
    }

    /// <returns>True if the life ended without an order to.</returns>
    private bool Live()
    {
        if (_random.Next(3) > 0) _disk.PowerLeft = _random.Next(1, 12_000);
        if (_random.Next(6) == 0) _disk.SyncsUntilFailure = _random.Next(8);
        if (_random.Next(4) == 0) _disk.Capacity = 6000 + _random.Next(8000);
        for (var step = _random.Next(2, 12); step > 0; step--)
        {
            var goesOn = _random.Next(10) switch
            {
                0 => Snapshot(),
                1 => Checkpoint(),
                2 => Compact(),
                3 => Repeat(),
                4 when _random.Next(3) == 0 => Delete(),
                5 when _random.Next(3) == 0 => Start(),
                _ => AppendGroup(),
            };
            if (!goesOn || _disk.IsDead) return true;
            if ((_random.Next(6) == 0 && !Harm()) || _disk.IsDead) return true;
            _disk.Capacity = _random.Next(3) == 0 ? long.MaxValue : _disk.Capacity;
        }

        _disk.Capacity = long.MaxValue;
        return _random.Next(3) == 0;
    }

    private void Crash()
    {
        Counts.Crashes++;
        _disk.Capacity = long.MaxValue;
        _disk.Crash();
    }

    /// <summary>The process ends, or is closed after a failure: the disk goes on, and shows what the page cache has of it.</summary>
    private void AbandonWithoutCrash()
    {
        Counts.Restarts++;
        (_disk.Capacity, _disk.PowerLeft) = (long.MaxValue, null);
        _store.DisposeAsync().AsTask().GetAwaiter().GetResult();
    }

    /// <returns>False if the disk rotted, or lost something, and the store was refused.</returns>
    private bool CloseInOrder(bool isLast)
    {
        (_disk.PowerLeft, _disk.SyncsUntilFailure) = (null, null);
        _store.DisposeAsync().AsTask().GetAwaiter().GetResult();
        if (!isLast || _random.Next(2) == 0) return true;
        if (_random.Next(3) == 0) return OpenRotten();
        if (_random.Next(2) == 0) return OpenWithSpoiltIndex();
        if (_streams.All(stream => stream.Confirmed.Count == 0)) return true;
        _disk.LoseEnd();
        try
        {
            _store = OpenStore();
        }
        catch (EventStoreCorruptedException)
        {
            Counts.LossRefused++;
            return false;
        }

        throw new InvalidOperationException($"Seed {seed}: a store is opened that lost the end of its log.");
    }

    /// <summary>Whatever becomes of index files, the store is the same.</summary>
    private bool OpenWithSpoiltIndex()
    {
        if (!_disk.SpoilIndex(_earlierIndex)) return true;
        Counts.SpoiltIndexes++;
        _store = OpenStore();
        Verify();
        _store.DisposeAsync().AsTask().GetAwaiter().GetResult();
        return true;
    }

    private bool OpenRotten()
    {
        _disk.Rot();
        try
        {
            _store = OpenStore();
        }
        catch (EventStoreCorruptedException)
        {
            Counts.RotRefused++;
            return false;
        }

        // What rotted held nothing that was confirmed, or will be found when it is read.
        try
        {
            Verify();
            Counts.RotHarmless++;
        }
        catch (Exception error) when (IsCorruption(error) && !_verifies)
        {
            Counts.RotReadRefused++;
            return false;
        }

        _store.DisposeAsync().AsTask().GetAwaiter().GetResult();

        // Who did not ask to have all verified may find it out later.
        return _verifies;
    }

    private static bool IsCorruption(Exception error) => error is EventStoreCorruptedException or AggregateException { InnerException: EventStoreCorruptedException };

    private bool AppendGroup()
    {
        var group = Enumerable.Range(0, _random.Next(1, 5)).Select(_ => NewAppend()).ToArray();
        var tasks = group.Select(append => _store.AppendAsync(append.Request, CancellationToken.None).AsTask()).ToArray();
        Commit();
        for (var i = 0; i < group.Length; i++)
        {
            switch (Outcome(tasks[i], out var result))
            {
                case null:
                    Settle(group[i], result);
                    break;
                case EventStoreFullException or EventStoreDiskException:
                    Counts.FullDisks++;
                    break;
                default:
                    group[i].Stream.InDoubt.Add(group[i]);
                    break;
            }
        }

        return !tasks.Any(task => task.Exception?.InnerException is EventStoreFailedException);
    }

    /// <summary>What must be refused alone, and harm nobody who comes with it.</summary>
    private bool Harm()
    {
        Counts.HarmfulAppends++;
        var stream = _streams[_random.Next(_streams.Length)].Name;
        var refused = Assert.Throws<ArgumentException>(() => { _ = _store.AppendAsync(new AppendRequest(stream + "\ud800", new NewEvent[] { new("t", default) }), CancellationToken.None).AsTask(); });
        Check(refused.Message.Length > 0, "a name that is no text is refused without a word");
        using var unreadable = new UnreadableMemory();
        var task = _store.AppendAsync(new AppendRequest(stream, new NewEvent[] { new("t", new byte[8]), new("t", unreadable.Memory) }), CancellationToken.None).AsTask();
        var goesOn = AppendGroup();
        Assert.Throws<ObjectDisposedException>(() => task.GetAwaiter().GetResult());
        return goesOn;
    }

    private void Settle(ModelAppend append, AppendResult result)
    {
        Check(!result.IsRepeat, "a new key was taken for a repetition");
        Check(result.FirstVersion == append.Stream.Confirmed.Count + 1 && result.LastVersion == append.Stream.Confirmed.Count + append.Payloads.Length, "versions have a gap");
        append.Stream.Confirmed.AddRange(append.Payloads);
        if (append.Key is { } key) _keys.Add(key, (append, result));
        Counts.Appends++;
    }

    private ModelAppend NewAppend()
    {
        var payloads = Enumerable.Range(0, _random.Next(1, 4)).Select(_ => Payload()).ToArray();
        return new ModelAppend(_streams[_random.Next(_streams.Length)], payloads, _random.Next(3) == 0 ? new RequestKey(1, 1, ++_sequence) : null);
    }

    private byte[] Payload()
    {
        var payload = new byte[sizeof(ulong) + _random.Next(_random.Next(5) == 0 ? 1500 : 150)];
        _random.NextBytes(payload);
        BinaryPrimitives.WriteUInt64LittleEndian(payload, ++_sequence);
        return payload;
    }

    private bool Repeat()
    {
        if (_keys.Count == 0) return true;
        var (append, first) = _keys.Values.ElementAt(_random.Next(_keys.Count));
        var task = _store.AppendAsync(append.Request, CancellationToken.None).AsTask();
        Commit();
        if (Outcome(task, out var result) is { } error) return error is EventStoreFullException or EventStoreDiskException;
        Check(result == first with { IsRepeat = true }, $"a repetition was answered {result}, first {first}");
        Counts.Repeats++;
        return true;
    }

    private bool Snapshot()
    {
        var stream = _streams[_random.Next(_streams.Length)];
        if (stream.Confirmed.Count == 0) return true;
        var version = _random.Next(1, stream.Confirmed.Count + 1);
        var task = _store.SaveSnapshotAsync(stream.Name, new StreamSnapshot(version, SnapshotState(stream, version)), CancellationToken.None).AsTask();
        Commit();
        switch (Outcome(task))
        {
            case null:
                if (version > stream.DeletedVersion) stream.SnapshotVersion = Math.Max(stream.SnapshotVersion, version);
                return true;
            case EventStoreFullException or EventStoreDiskException:
                return true;
            default:
                stream.SnapshotsInDoubt.Add(version);
                return false;
        }
    }

    private bool Delete()
    {
        var stream = _streams[_random.Next(_streams.Length)];
        var expected = _random.Next(2) == 0 ? AppendRequest.AnyVersion : stream.Version;
        var task = _store.DeleteStreamAsync(stream.Name, expected, CancellationToken.None).AsTask();
        Commit();
        switch (Outcome(task))
        {
            case null:
                if (stream.Version > 0)
                {
                    stream.Delete();
                    Counts.Deletions++;
                }

                return true;
            case EventStoreFullException or EventStoreDiskException:
                return true;
            default:
                stream.IsDeletionInDoubt = true;
                return false;
        }
    }

    private bool Start()
    {
        var stream = _streams[_random.Next(_streams.Length)];
        var (version, hasState, isNew) = (_random.Next(1, 6), _random.Next(2) == 0, stream.Confirmed.Count == 0);
        var task = hasState
            ? _store.StartStreamAsync(stream.Name, new StreamSnapshot(version, ModelStream.PayloadBeforeStart(version).Reverse().ToArray()), CancellationToken.None).AsTask()
            : _store.StartStreamAsync(stream.Name, version, CancellationToken.None).AsTask();
        Commit();
        switch (Outcome(task))
        {
            case null:
                Check(isNew, $"'{stream.Name}' was started again");
                stream.Start(version, hasState);
                Counts.Starts++;
                return true;
            case VersionConflictException:
                Check(!isNew, $"'{stream.Name}' is new, and could not be started");
                return true;
            case EventStoreFullException or EventStoreDiskException:
                return true;
            default:
                if (isNew) stream.StartInDoubt = (version, hasState);
                return false;
        }
    }

    private bool Checkpoint()
    {
        var position = _checkpoint + _random.Next(5);
        var task = _store.SaveCheckpointAsync("projection", position, CancellationToken.None).AsTask();
        Commit();
        var error = Outcome(task);
        if (error is null) _checkpoint = position;
        else if (error is not (EventStoreFullException or EventStoreDiskException)) _checkpointInDoubt = position;
        return error is null or EventStoreFullException or EventStoreDiskException;
    }

    private bool Compact()
    {
        var goesOn = true;
        for (var times = _random.Next(3); times > 0; times--)
        {
            var inner = _disk.Beside;
            _disk.Beside = () =>
            {
                Counts.WritesBesideCompaction++;
                goesOn = (_random.Next(2) == 0 ? Snapshot() : AppendGroup()) && goesOn;
                _disk.Beside = inner;
            };
        }

        try
        {
            if (_store.Compact(CancellationToken.None) > 0) Counts.Compactions++;
            return goesOn;
        }
        catch (Exception error) when (error is IOException or EventStoreFullException or EventStoreDiskException)
        {
            // Full, or without power: the old segment is the one that counts.
            return goesOn && !_disk.IsDead;
        }
        finally
        {
            _disk.Beside = null;
        }
    }

    private void Commit()
    {
        var work = _committer;
        _committer = null;
        work?.Execute();
    }

    private static EventStoreException? Outcome(Task<AppendResult> task, out AppendResult result)
    {
        var error = Outcome(task);
        result = error is null ? task.Result : default;
        return error;
    }

    private static EventStoreException? Outcome(Task task)
    {
        try
        {
            task.GetAwaiter().GetResult();
            return null;
        }
        catch (EventStoreException error)
        {
            return error;
        }
    }
}
