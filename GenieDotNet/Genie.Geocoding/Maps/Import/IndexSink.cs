using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using Genie.Geocoding.Indexing;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Builds the layer's index file, and until then keeps the borders beside it in temporary files.</summary>
internal sealed class IndexSink : MapSink
{
    private readonly IndexDraft _index;
    private readonly IncrementalHash _source = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private readonly FileStream _lock;
    private DraftFile? _draft;

    /// <summary>No index is written before <see cref="PrepareAsync"/>.</summary>
    /// <exception cref="IOException">Another import of this map is running, or the folder cannot be written.</exception>
    public IndexSink(string folder, MapName map)
    {
        Path = System.IO.Path.Combine(folder, map + EmbeddedGeocoderOptions.IndexExtension);
        Directory.CreateDirectory(folder);
        _lock = Lock(Path + ".lock", map);
        _index = new IndexDraft(map.Layer, folder);
    }

    /// <inheritdoc/>
    public override string Place => "the index";

    /// <summary>Where the index will be.</summary>
    public string Path { get; }

    /// <inheritdoc/>
    public override ValueTask AddAsync(MapArea area, CancellationToken cancellationToken)
    {
        _index.Add(area);
        _source.AppendData(Encoding.UTF8.GetBytes($"{area.Code}\n{area.Name}\n{area.ParentCode}\n{area.Properties}\n"));
        foreach (var ring in area.Polygons.SelectMany(polygon => polygon.Rings)) _source.AppendData(MemoryMarshal.AsBytes(ring.AsSpan()));
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public override Task PrepareAsync(CancellationToken cancellationToken) => Task.Run(() => Build(cancellationToken), cancellationToken);

    /// <inheritdoc/>
    public override Task CommitAsync()
    {
        _draft!.TakePlace();
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        _source.Dispose();
        _index.Dispose();
        _draft?.Dispose();
        _lock.Dispose();
        return ValueTask.CompletedTask;
    }

    private static FileStream Lock(string path, MapName map)
    {
        try
        {
            return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, 1, FileOptions.DeleteOnClose);
        }
        catch (IOException exception) when (File.Exists(path))
        {
            throw new IOException($"Another import of the layer '{map}' into {System.IO.Path.GetDirectoryName(path)} is running. Import again when it has ended.", exception);
        }
    }

    private void Build(CancellationToken cancellationToken)
    {
        _draft = new DraftFile(Path);
        _index.Write(_source.GetHashAndReset(), _draft.Stream, cancellationToken);
        _draft.Stream.Flush(flushToDisk: true);
    }
}
