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

    /// <summary>Puts the new layer in the old one's place, at once; nothing cancels it.</summary>
    public abstract Task CommitAsync();

    /// <summary>What makes the new layer better but is not needed, once it is in place everywhere.</summary>
    /// <returns>What was left undone, or null.</returns>
    public virtual Task<string?> TidyAsync(CancellationToken cancellationToken) => Task.FromResult<string?>(null);

    /// <summary>What people call the place.</summary>
    public abstract string Place { get; }

    /// <inheritdoc/>
    public abstract ValueTask DisposeAsync();
}
