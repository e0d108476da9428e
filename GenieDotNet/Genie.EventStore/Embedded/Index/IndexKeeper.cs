using Genie.EventStore.Embedded.Disk;
using Genie.EventStore.Embedded.Log;

namespace Genie.EventStore.Embedded.Index;

/// <summary>
/// Writes the index files beside the commits: one for each segment that is full, and, where several neighbours are of a size, one in
/// their place. They can be lost at any time: what they say is in the segments.
/// </summary>
/// <param name="disk">Where.</param>
/// <param name="index">What uses them.</param>
/// <param name="options">How many of a size make a larger one.</param>
/// <param name="run">Runs work beside the commits.</param>
internal sealed class IndexKeeper(ILogDisk disk, LogIndex index, EmbeddedStoreOptions options, Func<Action, Task> run) : IDisposable
{
    // As many segments may wait, with their index in memory, until appends wait for them.
    private const int WaitingMax = 4;

    private readonly Lock _changing = new();
    private readonly Lock _making = new();
    private readonly Lock _dividing = new();
    private readonly PageCache _cache = new();
    private readonly CancellationTokenSource _closing = new();
    private Task _building = Task.CompletedTask;
    private Task _merging = Task.CompletedTask;

    /// <summary>The store's number.</summary>
    public ulong Store { get; set; }

    /// <summary>Begins with what is to be done, unless that is under way; waits if too much is.</summary>
    public void Begin()
    {
        if (disk.IsReadOnly) return;
        if (index.Layers.Count(layer => layer is TailIndex) >= WaitingMax) Task.WaitAny(_building);
        if (_building.IsCompleted) _building = run(BuildAll);
        if (_merging.IsCompleted) _merging = run(MergeAll);
    }

    /// <summary>The layer of an index file; null if there is none that is whole and fits to the segments.</summary>
    /// <param name="name">The file's name.</param>
    /// <param name="segments">The segments that it must be of.</param>
    public IndexRun? TryOpen(string name, Segment[] segments)
    {
        ILogFile? opened = null;
        try
        {
            // First all that can fail: what the segments are told must be of a file that is used.
            opened = disk.Open(name);
            if (IndexFile.TryOpen(opened, _cache) is { } file)
            {
                var layer = new IndexRun(file, name, segments);
                if (IndexFit.Adopt(file, Store, segments)) return layer;
            }
        }
        catch (Exception error) when (error is IndexDamagedException or FileNotFoundException)
        {
            // As if there were none.
        }

        opened?.Dispose();
        return null;
    }

    /// <summary>Removes index files that are of no use.</summary>
    public void RemoveOthers(IEnumerable<string> names)
    {
        var used = index.Layers.OfType<IndexRun>().Select(layer => layer.FileName).ToHashSet(StringComparer.Ordinal);
        foreach (var name in names.Where(name => IndexFit.SegmentsOf(name) is not null && !used.Contains(name))) TryDelete(name);
    }

    /// <summary>Has a segment an index of its own, which can be exchanged with it.</summary>
    public void Divide(Segment segment)
    {
        while (LayerOf(segment) is { Segments.Count: > 1 } layer) Divide((IndexRun)layer);
    }

    /// <summary>Puts a segment that was compacted in its place, and its layer, in one; then writes its index file.</summary>
    /// <param name="old">The segment before.</param>
    /// <param name="layer">The layer of the segment that takes its place.</param>
    /// <param name="replace">Replaces the segment, under the index's lock.</param>
    public void Exchange(Segment old, TailIndex layer, Action replace)
    {
        while (!TryExchange(LayerOf(old), layer, replace)) Divide(old);
        BuildAll();
    }

    /// <summary>Makes an index file anew, from the segments.</summary>
    /// <exception cref="EventStoreCorruptedException">A segment is damaged, too.</exception>
    public void Repair(IndexFile file)
    {
        if (index.Layers.OfType<IndexRun>().FirstOrDefault(layer => layer.File == file) is { } damaged) Divide(damaged);
    }

    /// <summary>Writes an index file of layers of neighbouring segments; where that cannot be, keeps it in memory.</summary>
    public IndexRun Write(IIndexLayer layer) => TryWrite([layer], CancellationToken.None) ?? InMemory(layer);

    public void Dispose()
    {
        _closing.Cancel();
        Task.WaitAny(_building);
        Task.WaitAny(_merging);
        if (!disk.IsReadOnly) BuildAll();
        _closing.Dispose();
        foreach (var layer in index.Layers.OfType<IndexRun>()) layer.File.Dispose();
    }

    private IIndexLayer LayerOf(Segment segment) => index.Layers.Single(layer => layer.Segments.Contains(segment));

    private bool TryExchange(IIndexLayer old, TailIndex made, Action replace)
    {
        lock (_changing)
        {
            lock (index.Lock)
            {
                if (old.Segments.Count > 1 || !index.TryReplace([old], [made])) return false;
                replace();
                index.Forget();
            }
        }

        if (old is IndexRun run) index.Reads.Retire(run.File);
        return true;
    }

    private void BuildAll()
    {
        lock (_making)
        {
            try
            {
                while (index.Layers.OfType<TailIndex>().FirstOrDefault() is { } tail) Change([tail], [Write(tail)]);
            }
            catch (IOException)
            {
                // Its layer stays in memory, where it is; the next one tries again.
            }
        }
    }

    private void MergeAll()
    {
        try
        {
            while (!_closing.IsCancellationRequested && IndexTiers.Next(index.Layers, options.IndexFilesMerged) is { } layers)
            {
                if (TryWrite(layers, _closing.Token) is not { } merged) return;
                Change(layers, [merged]);
            }
        }
        catch (OperationCanceledException)
        {
            // The store is being closed; the next process goes on.
        }
        catch (IndexDamagedException damage)
        {
            TryRepair(damage.File);
        }
        catch (Exception error) when (error is IOException or EventStoreException)
        {
            // What cannot be read says so to whoever wants it.
        }
    }

    private void TryRepair(IndexFile file)
    {
        try
        {
            Repair(file);
        }
        catch (Exception error) when (error is IOException or EventStoreException)
        {
            // As above.
        }
    }

    private void Divide(IndexRun layer)
    {
        lock (_dividing)
        {
            using var section = index.Reads.Enter();
            if (!index.Layers.Contains(layer)) return;
            Change([layer], [.. layer.Segments.Select(segment => Write(SegmentScan.Read(segment)))]);
        }
    }

    /// <summary>Has the index use other files, and removes those before.</summary>
    private void Change(IReadOnlyList<IIndexLayer> old, IReadOnlyList<IndexRun> made)
    {
        lock (_changing)
        {
            bool isDone;
            lock (index.Lock) isDone = index.TryReplace(old, made);
            var (gone, kept) = isDone ? (old, (IReadOnlyList<IIndexLayer>)made) : (made, old);
            foreach (var layer in gone.OfType<IndexRun>())
            {
                if (layer.FileName is not null && !kept.Any(other => other is IndexRun run && run.FileName == layer.FileName)) TryDelete(layer.FileName);
                index.Reads.Retire(layer.File);
            }
        }
    }

    private IndexRun? TryWrite(IReadOnlyList<IIndexLayer> layers, CancellationToken cancellationToken)
    {
        if (disk.IsReadOnly) return null;
        var segments = layers.SelectMany(layer => layer.Segments).ToArray();
        var name = IndexFit.NameOf(segments[0].Header.Number, segments[^1].Header.Number);
        var unfinished = LogRecovery.UnfinishedName(name);
        ILogFile? file = null;
        using var section = index.Reads.Enter();
        try
        {
            file = disk.Create(unfinished, 0);
            new IndexWriter(file, layers, cancellationToken).Write(Store);
            lock (_changing) disk.Replace(unfinished, name);
            return new IndexRun(IndexFile.TryOpen(file, _cache) ?? throw new IOException($"{name} is not as it was written."), name, segments);
        }
        catch (Exception error)
        {
            file?.Dispose();
            TryDelete(unfinished);
            if (error is IOException or UnauthorizedAccessException) return null;
            throw;
        }
    }

    private IndexRun InMemory(IIndexLayer layer)
    {
        var file = new MemoryFile();
        using var section = index.Reads.Enter();
        new IndexWriter(file, [layer], CancellationToken.None).Write(Store);
        return new IndexRun(IndexFile.TryOpen(file, _cache)!, null, [.. layer.Segments]);
    }

    private void TryDelete(string name)
    {
        try
        {
            disk.Delete(name);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            // It is of no use and does no harm; the next process that writes removes it.
        }
    }
}
