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
    private DraftFile? _draft;

    /// <summary>No index is written before <see cref="PrepareAsync"/>.</summary>
    public IndexSink(string folder, string layer)
    {
        _index = new IndexDraft(layer, folder);
        Path = System.IO.Path.Combine(folder, layer + EmbeddedGeocoderOptions.IndexExtension);
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
    public override Task PrepareAsync(CancellationToken cancellationToken) => Task.Run(() => Build(cancellationToken), cancellationToken);

    /// <inheritdoc/>
    public override Task CommitAsync(CancellationToken cancellationToken)
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
        return ValueTask.CompletedTask;
    }

    private void Build(CancellationToken cancellationToken)
    {
        _draft = new DraftFile(Path);
        _index.Write(_source.GetHashAndReset(), _draft.Stream, cancellationToken);
        _draft.Stream.Flush(flushToDisk: true);
    }
}
