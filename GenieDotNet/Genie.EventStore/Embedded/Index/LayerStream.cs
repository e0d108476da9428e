namespace Genie.EventStore.Embedded.Index;

/// <summary>What a part of the log says of a stream, taken alone.</summary>
/// <param name="Version">The highest version that an event, a stub or a snapshot there has.</param>
/// <param name="Count">Events there that end, without a gap, at <paramref name="Version"/>.</param>
/// <param name="Start">Where their locations begin; the layer's own.</param>
/// <param name="HasSnapshot">True if there is a snapshot of the stream.</param>
internal readonly record struct LayerStream(long Version, long Count, long Start, bool HasSnapshot)
{
    /// <summary>The version of the first of the events.</summary>
    public long First => Version - Count + 1;

    /// <summary>Takes in what a later part of the log says; null if that contradicts what was before.</summary>
    public LayerStream? Follow(in LayerStream later)
    {
        var both = this with { HasSnapshot = HasSnapshot || later.HasSnapshot };
        if (later.Version <= Version) return later.Count == 0 ? both : null;
        if (later.Count > 0 && later.First <= Version) return null;

        // Compaction takes a stream's events up to a snapshot; of a segment that it had to leave alone, earlier ones may be there still.
        return both with { Version = later.Version, Count = later.Count > 0 && later.First == Version + 1 ? Count + later.Count : later.Count };
    }
}
