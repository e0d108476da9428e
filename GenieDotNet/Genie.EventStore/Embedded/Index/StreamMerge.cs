namespace Genie.EventStore.Embedded.Index;

/// <summary>What neighbouring layers say of a stream, put together.</summary>
/// <param name="Number">The stream's number.</param>
/// <param name="Stream">Taken together; <see cref="LayerStream.Start"/> is of no meaning.</param>
/// <param name="Parts">What each layer says that knows it, oldest first.</param>
internal readonly record struct MergedStream(int Number, LayerStream Stream, IReadOnlyList<(IIndexLayer Layer, LayerStream Stream)> Parts);

/// <summary>Goes through the streams of neighbouring layers in the order of their numbers.</summary>
internal static class StreamMerge
{
    /// <exception cref="EventStoreCorruptedException">Two segments contradict each other.</exception>
    public static IEnumerable<MergedStream> Over(IReadOnlyList<IIndexLayer> layers) => Over(layers.Select(layer => (layer, layer.Streams())));

    /// <exception cref="EventStoreCorruptedException">Two segments contradict each other.</exception>
    public static IEnumerable<MergedStream> Over(IEnumerable<(IIndexLayer Layer, IEnumerable<(int Number, LayerStream Stream)> Streams)> layers)
    {
        var sources = layers.Select(each => (each.Layer, Streams: each.Streams.GetEnumerator())).Where(source => source.Streams.MoveNext()).ToList();
        var parts = new List<(IIndexLayer, LayerStream)>();
        while (sources.Count > 0)
        {
            var number = int.MaxValue;
            foreach (var source in sources) number = Math.Min(number, source.Streams.Current.Number);
            LayerStream stream = default;
            parts.Clear();
            for (var i = 0; i < sources.Count; i++)
            {
                var (layer, streams) = sources[i];
                if (streams.Current.Number != number) continue;
                var later = streams.Current.Stream;
                stream = stream.Follow(later) ?? throw Contradiction(layer, number, later);
                parts.Add((layer, later));
                if (!streams.MoveNext()) sources.RemoveAt(i--);
            }

            yield return new MergedStream(number, stream, parts);
        }
    }

    public static EventStoreCorruptedException Contradiction(IIndexLayer layer, int number, in LayerStream later) =>
        new(layer.Segments[0].Name, 0, $"version {later.First} of stream {number} does not follow what stands before it");

    /// <summary>Goes through what several sequences have, each in its order, in the order of all.</summary>
    public static IEnumerable<T> Sorted<T, TKey>(IEnumerable<IEnumerable<T>> sequences, Func<T, TKey> key)
        where TKey : IComparable<TKey>
    {
        var sources = sequences.Select(each => each.GetEnumerator()).Where(each => each.MoveNext()).ToList();
        while (sources.Count > 0)
        {
            var least = 0;
            for (var i = 1; i < sources.Count; i++)
            {
                if (key(sources[i].Current).CompareTo(key(sources[least].Current)) < 0) least = i;
            }

            yield return sources[least].Current;
            if (!sources[least].MoveNext()) sources.RemoveAt(least);
        }
    }
}
