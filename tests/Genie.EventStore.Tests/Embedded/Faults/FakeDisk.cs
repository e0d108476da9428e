using Genie.EventStore.Embedded.Disk;

namespace Genie.EventStore.Tests.Embedded.Faults;

/// <summary>A disk in memory that forgets, tears, reads short, fills up and rots as a seed says.</summary>
internal sealed class FakeDisk(Random random) : ILogDisk
{
    private readonly List<Action<Dictionary<string, FakeFile>>> _unsyncedEntries = [];
    private Dictionary<string, FakeFile> _seen = new(StringComparer.Ordinal);
    private Dictionary<string, FakeFile> _platter = new(StringComparer.Ordinal);
    private readonly HashSet<FakeFile> _opened = [];
    private bool _isLocked;

    /// <summary>What making a file fails with; null: it does not.</summary>
    public IOException? CreationFailure { get; set; }

    /// <summary>Bytes of all files.</summary>
    public long Bytes => _seen.Values.Sum(file => file.Length) + UnnamedBytes;

    /// <summary>Bytes of files that have no name any more and are open, which take room all the same.</summary>
    public long UnnamedBytes
    {
        get
        {
            _opened.RemoveWhere(file => !file.IsOpen);
            return _opened.Where(file => !_seen.ContainsValue(file)).Sum(file => file.Length);
        }
    }

    public string Place => "the fake disk";

    public bool IsReadOnly => false;

    public Random Random => random;

    /// <summary>Counts crashes; files that were opened before one are of no use after it.</summary>
    public int Life { get; private set; }

    /// <summary>True from the failure of the power to its return.</summary>
    public bool IsDead { get; private set; }

    /// <summary>Bytes of all files together that there is room for.</summary>
    public long Capacity { get; set; } = long.MaxValue;

    /// <summary>Bytes of writes, with one for a sync, until the power fails; null for no failure.</summary>
    public long? PowerLeft { get; set; }

    /// <summary>What others do meanwhile: called in the midst of the next read, write or sync, each time with that chance, and then no more.</summary>
    public Action? Beside { get; set; }

    /// <summary>Syncs of files until one fails, and leaves behind what Linux does: nothing is known of the disk, and all is taken for clean.</summary>
    public int? SyncsUntilFailure { get; set; }

    /// <summary>Told of each sync that failed.</summary>
    public Action? SyncFailed { get; init; }

    public IDisposable Lock()
    {
        if (_isLocked) throw new EventStoreLockedException(Place);
        _isLocked = true;
        return new Unlock(this);
    }

    public IReadOnlyList<string> List() => [.. _seen.Keys];

    public ILogFile Create(string name, long bytes)
    {
        if (IsDead) throw Fail();
        if (CreationFailure is { } failure) throw failure;
        if (_seen.Where(each => each.Key != name).Sum(each => each.Value.Length) + UnnamedBytes + bytes > Capacity) throw DiskErrors.Full("No space left on the fake disk.");
        var file = new FakeFile(this, bytes) { IsOpen = true };
        Change(entries => entries[name] = file);
        _opened.Add(file);
        return file;
    }

    public ILogFile Open(string name)
    {
        var file = _seen[name];
        (file.Life, file.IsOpen) = (Life, true);
        _opened.Add(file);
        return file;
    }

    public void Delete(string name) => Change(entries => entries.Remove(name));

    public void Replace(string name, string replaced) => Change(entries =>
    {
        if (entries.Remove(name, out var file)) entries[replaced] = file;
    });

    public void SyncFolder()
    {
        if (BytesBeforeFailure(1) == 0) throw Fail();
        _platter = new Dictionary<string, FakeFile>(_seen, StringComparer.Ordinal);
        _unsyncedEntries.Clear();
    }

    /// <summary>The power fails and comes back: entries survive in the order in which they were made, up to some point.</summary>
    public void Crash()
    {
        foreach (var change in _unsyncedEntries.Take(random.Next(_unsyncedEntries.Count + 1))) change(_platter);
        _seen = new Dictionary<string, FakeFile>(_platter, StringComparer.Ordinal);
        _unsyncedEntries.Clear();
        foreach (var file in _seen.Values) file.Crash(random);
        (_isLocked, IsDead, PowerLeft, SyncsUntilFailure) = (false, false, null, null);
        Life++;
        _opened.Clear();
    }

    /// <summary>Turns one bit around somewhere in what was written.</summary>
    public void Rot()
    {
        if (_seen.Count > 0) _seen.Values.ElementAt(random.Next(_seen.Count)).Rot(random);
    }

    /// <summary>A file grows.</summary>
    public void Take(long bytes)
    {
        if (_seen.Values.Sum(file => file.Length) + UnnamedBytes + bytes > Capacity) throw DiskErrors.Full("No space left on the fake disk.");
    }

    /// <summary>The index files as they are.</summary>
    public IEnumerable<(string Name, byte[] Bytes)> CopyIndex() => IndexNames().Select(name => (name, _seen[name].ToArray()));

    /// <summary>Removes index files, cuts them, has bits in them rot, or puts in their place what they were before, or what another store's are.</summary>
    /// <returns>False if there is none.</returns>
    public bool SpoilIndex(IReadOnlyList<(string Name, byte[] Bytes)> earlier)
    {
        var names = IndexNames();
        if (names.Length == 0) return false;
        var contents = CopyIndex().ToArray();
        foreach (var name in names.Where(_ => random.Next(2) == 0))
        {
            switch (random.Next(5))
            {
                case 0:
                    _seen.Remove(name);
                    break;
                case 1:
                    _seen[name].LoseEnd(random);
                    break;
                case 2:
                    _seen[name].Set(contents[random.Next(contents.Length)].Bytes);
                    break;
                default:
                    for (var bits = random.Next(1, 16); bits > 0; bits--) _seen[name].Rot(random);
                    break;
            }
        }

        // From before a compaction, and from before segments were given up in a crash.
        foreach (var (name, bytes) in earlier.Where(_ => random.Next(2) == 0))
        {
            var file = new FakeFile(this, 0);
            file.Set((byte[])bytes.Clone());
            _seen[name] = file;
        }

        _platter = new Dictionary<string, FakeFile>(_seen, StringComparer.Ordinal);
        return true;
    }

    private string[] IndexNames() => [.. _seen.Keys.Where(name => name.EndsWith(".idx", StringComparison.Ordinal)).Order(StringComparer.Ordinal)];

    /// <summary>The end of the log is lost without a crash: the last segments are deleted, or the last one is cut or zeroed from somewhere on.</summary>
    public void LoseEnd()
    {
        var names = _seen.Keys.Where(name => name.EndsWith(".log", StringComparison.Ordinal)).Order(StringComparer.Ordinal).ToArray();
        if (random.Next(3) == 0)
        {
            foreach (var name in names[random.Next(names.Length)..]) _seen.Remove(name);
        }
        else
        {
            _seen[names[^1]].LoseEnd(random);
        }
    }

    /// <summary>True if this sync fails.</summary>
    public bool FailsSync()
    {
        if (SyncsUntilFailure is not { } left) return false;
        SyncsUntilFailure = left > 0 ? left - 1 : null;
        if (left == 0) SyncFailed?.Invoke();
        return left == 0;
    }

    /// <summary>How many of so many bytes can be written before the power fails.</summary>
    public int BytesBeforeFailure(int bytes)
    {
        if (IsDead) return 0;
        if (PowerLeft is not { } left) return bytes;
        PowerLeft = left - bytes;
        return (int)Math.Clamp(left, 0, bytes);
    }

    public IOException Fail()
    {
        IsDead = true;
        return new IOException("The fake disk has no power.");
    }

    public void CheckAlive(FakeFile file)
    {
        if (Beside is { } beside && random.Next(3) == 0)
        {
            Beside = null;
            beside();
        }

        if (IsDead || file.Life != Life) throw Fail();
    }

    private void Change(Action<Dictionary<string, FakeFile>> change)
    {
        if (IsDead) throw Fail();
        change(_seen);
        _unsyncedEntries.Add(change);
    }

    private sealed class Unlock(FakeDisk disk) : IDisposable
    {
        private readonly int _life = disk.Life;

        public void Dispose()
        {
            if (_life == disk.Life) disk._isLocked = false;
        }
    }
}
