namespace Genie.Geocoding.Maps.Import;

/// <summary>
/// Where areas go: first all are added, then the new layer is prepared, then it takes the old one's place. Disposed of before
/// that, it leaves the old one as it was.
/// </summary>
internal abstract class MapSink : IAsyncDisposable
{
    /// <summary>Adds an area.</summary>
    public abstract ValueTask AddAsync(MapArea area, CancellationToken cancellationToken);

    /// <summary>Does all that can fail.</summary>
    public abstract Task PrepareAsync(CancellationToken cancellationToken);

    /// <summary>Puts the new layer in the old one's place, at once.</summary>
    public abstract Task CommitAsync(CancellationToken cancellationToken);

    /// <inheritdoc/>
    public abstract ValueTask DisposeAsync();
}
