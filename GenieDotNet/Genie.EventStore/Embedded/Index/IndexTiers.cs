namespace Genie.EventStore.Embedded.Index;

/// <summary>Which neighbouring index files to merge: as many as together are of the next size, so that few remain and each segment's index is written a few times only.</summary>
internal static class IndexTiers
{
    /// <summary>Layers to merge; null if there are none.</summary>
    /// <param name="layers">All of them, oldest first; those without a file are left alone.</param>
    /// <param name="merged">How many of a size make one of the next.</param>
    public static IReadOnlyList<IIndexLayer>? Next(IReadOnlyList<IIndexLayer> layers, int merged)
    {
        var largest = layers.Count == 0 ? 0 : layers.Max(layer => layer.Segments.Count);
        for (long size = merged; size <= (long)largest * merged; size *= merged)
        {
            var from = 0;
            while (from < layers.Count)
            {
                var to = from;
                long segments = 0;
                for (; to < layers.Count && layers[to] is IndexRun && layers[to].Segments.Count < size && segments < size; to++) segments += layers[to].Segments.Count;
                if (segments >= size && to - from > 1) return [.. layers.Skip(from).Take(to - from)];
                from = to + 1;
            }
        }

        return null;
    }
}
