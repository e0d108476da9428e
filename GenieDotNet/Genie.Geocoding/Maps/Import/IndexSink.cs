using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using Genie.Geocoding.Indexing;

namespace Genie.Geocoding.Maps.Import;

/// <summary>Builds the layer's index file, and until then keeps the borders beside it in temporary files.</summary>
internal sealed class IndexSink : MapSink
{
    private readonly string _draft;
    private readonly IndexDraft _index;
    private readonly IncrementalHash _source = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);

    /// <summary>No index is written before <see cref="PrepareAsync"/>.</summary>
    public IndexSink(string folder, string layer)
    {
        _index = new IndexDraft(layer, folder);
        Path = System.IO.Path.Combine(folder, layer + EmbeddedGeocoderOptions.IndexExtension);
        _draft = $"{Path}.{Environment.ProcessId}-{Guid.NewGuid():N}";
    }

    /// <summary>Where the index will be.</summary>
    public string Path { get; }

    /// <inheritdoc/>
    public override ValueTask AddAsync(MapArea area, CancellationToken cancellationToken)
    {
        _index.Add(area);
        _source.AppendData(Encoding.UTF8.GetBytes($"{area.Code}\n{area.Name}\n{area.ParentCode}\n"));
        foreach (var ring in area.Polygons.SelectMany(polygon => polygon.Rings)) _source.AppendData(MemoryMarshal.AsBytes(ring.AsSpan()));
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public override Task PrepareAsync(CancellationToken cancellationToken) => Task.Run(Build, cancellationToken);

    /// <inheritdoc/>
    public override Task CommitAsync(CancellationToken cancellationToken)
    {
        File.Move(_draft, Path, overwrite: true);
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        _source.Dispose();
        _index.Dispose();

        // Before the first import its folder may not be there.
        if (File.Exists(_draft)) File.Delete(_draft);
        return ValueTask.CompletedTask;
    }

    private void Build()
    {
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(Path)!);
        using var stream = new FileStream(_draft, FileMode.CreateNew, FileAccess.ReadWrite);
        _index.Write(_source.GetHashAndReset(), stream);
        stream.Flush(flushToDisk: true);
    }
}
