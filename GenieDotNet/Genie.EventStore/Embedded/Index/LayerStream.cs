namespace Genie.EventStore.Embedded.Index;

/// <summary>What a part of the log says of a stream, taken alone.</summary>
/// <param name="Version">The highest version that an event, a stub, a snapshot or a deletion there has.</param>
/// <param name="Count">Events there that end, without a gap, at <paramref name="Version"/>.</param>
/// <param name="Start">Where their locations begin; the layer's own.</param>
/// <param name="HasSnapshot">True if there is a snapshot or a deletion of the stream.</param>
/// <param name="IsAfterDeletion">True if what stands before the first of the events was deleted; its version is then one more than the deletion's.</param>
internal readonly record struct LayerStream(long Version, long Count, long Start, bool HasSnapshot, bool IsAfterDeletion)
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
        var goesOn = later.Count > 0 && later.First == Version + 1;
        return both with { Version = later.Version, Count = goesOn ? Count + later.Count : later.Count, IsAfterDeletion = goesOn ? IsAfterDeletion : later.IsAfterDeletion };
    }
}
