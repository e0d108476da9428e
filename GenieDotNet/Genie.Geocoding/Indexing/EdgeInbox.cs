using System.Runtime.InteropServices;
using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Indexing;

/// <summary>The edges of all parts as they come, by the root cell of their lower end: there those that neighbours share meet.</summary>
internal sealed class EdgeInbox(string folder) : IDisposable
{
    private readonly BucketStore _edges = new(Grid.RootCells, folder);

    /// <summary>Takes the polygons of one area in.</summary>
    /// <exception cref="MapFormatException">A coordinate is out of range.</exception>
    public void Add(MapArea area, int firstPart)
    {
        for (var i = 0; i < area.Polygons.Count; i++)
        {
            foreach (var ring in area.Polygons[i].Rings) AddRing(firstPart + i, ring, area.Code);
        }
    }

    /// <summary>
    /// Takes all edges out, each once with the parts that it bounds, by their final numbers. A part that has an edge an even number
    /// of times is not bounded by it.
    /// </summary>
    public void TakeEach(PartList parts, Action<Edge, ReadOnlySpan<int>> take, CancellationToken cancellationToken)
    {
        var edges = new List<PartEdge>();
        var bounded = new List<int>();
        for (var cell = 0; cell < Grid.RootCells; cell++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            edges.Clear();
            _edges.Take(cell, bytes => edges.AddRange(MemoryMarshal.Cast<byte, PartEdge>(bytes)));
            var sorted = CollectionsMarshal.AsSpan(edges);
            sorted.Sort();
            for (var from = 0; from < sorted.Length;)
            {
                var edge = sorted[from].Edge;
                bounded.Clear();
                for (; from < sorted.Length && sorted[from].Edge == edge; from++) Toggle(bounded, parts.FinalOf(sorted[from].Part));
                if (bounded.Count > 0) take(edge, CollectionsMarshal.AsSpan(bounded));
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _edges.Dispose();

    // Equal parts come one after the other.
    private static void Toggle(List<int> parts, int part)
    {
        if (parts.Count > 0 && parts[^1] == part) parts.RemoveAt(parts.Count - 1);
        else parts.Add(part);
    }

    private void AddRing(int part, double[] ring, string code)
    {
        for (var i = 0; i + 1 < ring.Length; i += 2)
        {
            if (!(Math.Abs(ring[i]) <= 180 && Math.Abs(ring[i + 1]) <= 90))
                throw new MapFormatException($"Area {code}: the place ({ring[i]}, {ring[i + 1]}) is not within longitude -180 to 180 and latitude -90 to 90. Cut the map at the antimeridian (ogr2ogr -wrapdateline).");
        }

        foreach (var edge in Edge.Around(ring))
        {
            var record = new PartEdge(edge, part);
            _edges.Add(Grid.RootCellAt(edge.LowX, edge.LowY), MemoryMarshal.AsBytes(new ReadOnlySpan<PartEdge>(in record)));
        }
    }
}
