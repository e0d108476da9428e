using System.Runtime.InteropServices;
using Genie.Geocoding.Maps;

namespace Genie.Geocoding.Indexing;

/// <summary>Writes the record of a cell that borders run through.</summary>
internal sealed class RecordWriter(EdgeSet edges, IndexBuffers buffers)
{
    private readonly List<int> _parts = [];
    private readonly List<Lane> _lanes = [];

    /// <summary>Writes it and returns its place in units of 32 bytes.</summary>
    /// <param name="corner">The parts around the cell's south-western corner.</param>
    /// <param name="cellEdges">The edges that touch the cell.</param>
    /// <param name="west">The cell's western side in degrees.</param>
    /// <param name="south">Its southern side.</param>
    /// <param name="degrees">Its size.</param>
    public uint Write(PartSet corner, List<int> cellEdges, double west, double south, double degrees)
    {
        _parts.Clear();
        _parts.AddRange(corner.Parts);
        foreach (var edge in cellEdges) _parts.AddRange(edges.PartsOf(edge));
        _parts.Sort();
        var distinct = _parts.Distinct().ToArray();
        uint? first = null;
        for (var from = 0; from < distinct.Length; from += RecordHeader.MaxParts)
        {
            var parts = distinct.AsSpan(from, Math.Min(RecordHeader.MaxParts, distinct.Length - from));
            var place = WriteOne(corner, cellEdges, parts, from + RecordHeader.MaxParts < distinct.Length, west, south, degrees);
            first ??= (uint)place;
        }

        return first!.Value;
    }

    private int WriteOne(PartSet corner, List<int> cellEdges, ReadOnlySpan<int> parts, bool continues, double west, double south, double degrees)
    {
        _lanes.Clear();
        foreach (var edge in cellEdges)
        {
            var bits = BitsOf(edges.PartsOf(edge), parts);
            if (bits != 0) Lane.Add(_lanes, edges[edge], (uint)edge, bits, west, south, degrees);
        }

        var groups = (_lanes.Count + LaneGroup.Lanes - 1) / LaneGroup.Lanes;
        if (groups > ushort.MaxValue) throw new MapFormatException($"More than {ushort.MaxValue * LaneGroup.Lanes:N0} border pieces within {degrees:0.###} degrees of ({west}, {south}). Simplify the map.");
        var headerSize = RecordHeader.SizeWith(parts.Length);
        var place = buffers.AddRecord(headerSize + (groups * LaneGroup.Size), out var bytes);
        MemoryMarshal.Write(bytes, new RecordHeader
        {
            Corner = BitsOf(corner.Parts, parts),
            Groups = (ushort)groups,
            Parts = (ushort)parts.Length,
            Continues = continues ? (ushort)1 : (ushort)0,
            FirstReference = (uint)buffers.References.Count,
        });
        var areas = MemoryMarshal.Cast<byte, uint>(bytes[RecordHeader.Size..headerSize]);
        for (var i = 0; i < parts.Length; i++) areas[i] = (uint)edges.AreaOf(parts[i]) + 1;
        WriteLanes(MemoryMarshal.Cast<byte, LaneGroup>(bytes[headerSize..]));
        return place;
    }

    private unsafe void WriteLanes(Span<LaneGroup> groups)
    {
        for (var i = 0; i < groups.Length * LaneGroup.Lanes; i++)
        {
            var isLane = i < _lanes.Count;
            var lane = isLane ? _lanes[i] : new Lane(0, 0, 1, 2, 2, Lane.NoReference, 0);
            ref var group = ref groups[i / LaneGroup.Lanes];
            var k = i % LaneGroup.Lanes;
            group.NormalEast[k] = Round(lane.NormalEast, short.MaxValue);
            group.NormalNorth[k] = Round(lane.NormalNorth, short.MaxValue);
            group.Constant[k] = Round(lane.Constant, LaneGroup.ConstantUnit);
            group.South[k] = Round(lane.South, LaneGroup.Unit);
            group.North[k] = Round(lane.North, LaneGroup.Unit);
            group.Parts[k] = lane.Parts;
            buffers.References.Add(lane.Reference);
        }
    }

    private static short Round(double value, double unit) => (short)Math.Round(Math.Clamp(value * unit, -short.MaxValue, short.MaxValue));

    private static ushort BitsOf(IReadOnlyList<int> parts, ReadOnlySpan<int> local)
    {
        var bits = 0;
        foreach (var part in parts)
        {
            var place = local.BinarySearch(part);
            if (place >= 0) bits |= 1 << place;
        }

        return (ushort)bits;
    }
}
